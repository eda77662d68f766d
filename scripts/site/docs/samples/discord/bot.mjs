/** Answers the command /sound of Discord with the sound of a clip. Discord sends each use of it here, signed. */
import { createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const SITE = (process.env.INSTANTS_SITE ?? "http://localhost:3000").replace(/\/$/, "");
const API = `${SITE}/api/v1/instants/`;
const DISCORD_API = process.env.DISCORD_API ?? "https://discord.com/api/v10";
const { DISCORD_PUBLIC_KEY = "", PORT = "8080" } = process.env;

// https://discord.com/developers/docs/interactions/receiving-and-responding
const PING = 1;
const COMMAND = 2;
const AUTOCOMPLETE = 4;
const PONG = 1;
const ANSWER_FOLLOWS = 5;
const CHOICES = 8;

/** Discord's upload limit for bots, unless the server has a higher one. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_CHOICE_LENGTH = 100;

if (!/^[0-9a-f]{64}$/i.test(DISCORD_PUBLIC_KEY)) {
	console.error(
		"DISCORD_PUBLIC_KEY must be the public key of your Discord application, 64 hexadecimal digits.",
	);
	process.exit(1);
}

const publicKey = createPublicKey({
	key: {
		kty: "OKP",
		crv: "Ed25519",
		x: Buffer.from(DISCORD_PUBLIC_KEY, "hex").toString("base64url"),
	},
	format: "jwk",
});

/** @param {string} url */
async function get(url) {
	return fetch(url).catch(({ cause }) => {
		throw new Error(`${url} does not answer: ${cause}`);
	});
}

/**
 * The answer, or undefined if there is no such clip.
 * @param {string} url
 */
async function read(url) {
	const response = await get(url);
	if (response.status === 404 || response.status === 410) return undefined;
	if (!response.ok) throw new Error(`${url}: ${response.status}`);
	return response.json();
}

/** @param {string} name */
async function search(name) {
	return (await read(`${API}?${new URLSearchParams({ name })}`))?.results ?? [];
}

/** @param {string} typed the slug of a chosen suggestion, or what somebody typed instead */
async function clipOf(typed) {
	const isSlug = /^[a-z0-9_-]+$/.test(typed);
	return (isSlug && (await read(`${API}${typed}/`))) || (await search(typed))[0];
}

/** @param {string} typed */
async function choicesFor(typed) {
	const clips = await search(typed);
	return clips
		.filter((/** @type {{ slug: string }} */ { slug }) => slug.length <= MAX_CHOICE_LENGTH)
		.map((/** @type {{ name: string, slug: string }} */ { name, slug }) => ({
			name: name.slice(0, MAX_CHOICE_LENGTH).toWellFormed(),
			value: slug,
		}));
}

/**
 * The message that answers a command.
 * @param {string} typed
 * @param {number} maxBytes
 */
async function messageFor(typed, maxBytes) {
	const clip = await clipOf(typed);
	if (!clip) return { content: "There is no such clip." };
	const response = await get(clip.sound);
	if (!response.ok) throw new Error(`${clip.sound}: ${response.status}`);
	const sound = await response.blob();
	if (sound.size > maxBytes) return { content: `${clip.name}: ${clip.sound}` };
	const extension = /\.\w+$/.exec(new URL(clip.sound).pathname)?.[0] ?? "";
	return { content: clip.name, sound, file: `${clip.slug}${extension}` };
}

/** @param {any} interaction */
async function play({ application_id, token, data, attachment_size_limit = MAX_BYTES }) {
	const found = messageFor(data.options[0].value, attachment_size_limit);
	/** @type {{ content: string, sound?: Blob, file?: string }} */
	const { content, sound, file } = await found.catch((error) => {
		console.error(error.message);
		return { content: "The sound cannot be read now." };
	});
	const body = new FormData();
	if (sound) body.set("files[0]", sound, file);
	// Names must not mention anybody.
	body.set("payload_json", JSON.stringify({ content, allowed_mentions: { parse: [] } }));
	const url = `${DISCORD_API}/webhooks/${application_id}/${token}/messages/@original`;
	const { ok, status } = await fetch(url, { method: "PATCH", body });
	if (!ok) throw new Error(`Discord answers the message with ${status}`);
}

/** @param {any} interaction */
async function answerTo(interaction) {
	if (interaction.type === PING) return { type: PONG };
	if (interaction.type === AUTOCOMPLETE) {
		const choices = await choicesFor(interaction.data.options[0].value);
		return { type: CHOICES, data: { choices } };
	}
	if (interaction.type !== COMMAND) return undefined;
	// Discord waits three seconds for an answer, and a sound may take longer.
	play(interaction).catch((error) => console.error(error.message));
	return { type: ANSWER_FOLLOWS };
}

const server = createServer(async (request, response) => {
	try {
		const body = await text(request);
		const signed = Buffer.from(`${request.headers["x-signature-timestamp"]}${body}`);
		const signature = Buffer.from(`${request.headers["x-signature-ed25519"]}`, "hex");
		if (!verify(null, signed, publicKey, signature)) {
			response.writeHead(401).end("The signature is wrong.");
			return;
		}
		const answer = await answerTo(JSON.parse(body));
		response.writeHead(answer ? 200 : 400, { "Content-Type": "application/json" });
		response.end(JSON.stringify(answer));
	} catch (error) {
		console.error(/** @type {Error} */ (error).message);
		response.writeHead(500).end();
	}
});

server.listen(Number(PORT), () => {
	const address = server.address();
	console.log(`Listening on port ${typeof address === "object" ? address?.port : address}`);
});
