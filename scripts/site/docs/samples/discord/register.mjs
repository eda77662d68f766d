/** Tells Discord that there is a command /sound. Run it once. */
const { DISCORD_APP_ID, DISCORD_TOKEN } = process.env;
const DISCORD_API = process.env.DISCORD_API ?? "https://discord.com/api/v10";

const missing = Object.entries({ DISCORD_APP_ID, DISCORD_TOKEN }).filter(([, value]) => !value);
if (missing.length > 0) {
	console.error(`Set ${missing.map(([name]) => name).join(" and ")}: see README.md.`);
	process.exit(1);
}

const CHAT_COMMAND = 1;
const TEXT = 3;

const response = await fetch(`${DISCORD_API}/applications/${DISCORD_APP_ID}/commands`, {
	method: "POST",
	headers: { Authorization: `Bot ${DISCORD_TOKEN}`, "Content-Type": "application/json" },
	body: JSON.stringify({
		type: CHAT_COMMAND,
		name: "sound",
		description: "Plays a sound clip",
		options: [
			{ type: TEXT, name: "name", description: "Its name", required: true, autocomplete: true },
		],
	}),
});
if (!response.ok) {
	console.error(`Discord answers with ${response.status}: ${await response.text()}`);
	process.exit(1);
}
console.log("Discord knows the command /sound.");
