/** Registers the command /sound with Discord. Run it once. */
const { DISCORD_APP_ID, DISCORD_TOKEN } = process.env;
if (!DISCORD_APP_ID || !DISCORD_TOKEN) {
	throw new Error("Set DISCORD_APP_ID and DISCORD_TOKEN: see README.md.");
}
const DISCORD_API = process.env.DISCORD_API ?? "https://discord.com/api/v10";

const TEXT = 3;

const response = await fetch(`${DISCORD_API}/applications/${DISCORD_APP_ID}/commands`, {
	method: "POST",
	headers: { Authorization: `Bot ${DISCORD_TOKEN}`, "Content-Type": "application/json" },
	body: JSON.stringify({
		name: "sound",
		description: "Plays a sound clip",
		options: [
			{ type: TEXT, name: "name", description: "Clip name", required: true, autocomplete: true },
		],
	}),
});
if (!response.ok) {
	throw new Error(`Discord answered with ${response.status}: ${await response.text()}`);
}
console.log("Registered the command /sound.");
