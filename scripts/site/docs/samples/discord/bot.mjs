/**
 * Answers the command /sound of Discord with the sound of a clip. Discord sends each use of the command here,
 * signed.
 */
import { createServer } from "node:http";
import { extname } from "node:path";
import { text } from "node:stream/consumers";

const SITE = (process.env.INSTANTS_SITE ?? "http://localhost:3000").replace(/\/$/, "");
const API = `${SITE}/api/v1/instants/`;
const DISCORD_API = process.env.DISCORD_API ?? "https://discord.com/api/v10";
const { DISCORD_PUBLIC_KEY = "", PORT = "8080" } = process.env;

// https://discord.com/developers/docs/interactions/receiving-and-responding
const PING = 1;
const AUTOCOMPLETE = 4;
const PONG = 1;
const ANSWER_FOLLOWS = 5;
const CHOICES = 8;

/** Discord's upload limit for bots, unless the server has a higher limit. */
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_CHOICE_LENGTH = 100;

if (!/^[0-9a-f]{64}$/i.test(DISCORD_PUBLIC_KEY)) {
	throw new Error("Set DISCORD_PUBLIC_KEY to the public key of your Discord application.");
}
const keyBytes = Buffer.from(DISCORD_PUBLIC_KEY, "hex");
const publicKey = await crypto.subtle.importKey("raw", keyBytes, "Ed25519", false, ["verify"]);

/**
 * The answer, or undefined if there is no such clip.
 * @param {string} path relative to the API
 */
async function read(path) {
	const response = await fetch(API + path);
	if (response.status === 404 || response.status === 410) return undefined;
	if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
	return response.json();
}

/** @typedef {{ name: string, slug: string, sound: string }} Clip */

/** @param {string} name @returns {Promise<Clip[]>} */
async function search(name) {
	return (await read(`?${new URLSearchParams({ name })}`)).results;
}

/**
 * @param {string} typed the slug of a chosen suggestion, or other text that was typed
 * @returns {Promise<Clip | undefined>}
 */
async function clipOf(typed) {
	const isSlug = /^[a-z0-9_-]+$/.test(typed);
	return (isSlug && (await read(`${typed}/`))) || (await search(typed))[0];
}

/** @param {string} typed */
async function choicesFor(typed) {
	const clips = (await search(typed)).filter(({ slug }) => slug.length <= MAX_CHOICE_LENGTH);
	return clips.map(({ name, slug }) => ({
		name: name.slice(0, MAX_CHOICE_LENGTH).toWellFormed(),
		value: slug,
	}));
}

/** @param {string} content @param {Blob} [sound] @param {string} [file] */
function message(content, sound, file) {
	const body = new FormData();
	if (sound) body.set("files[0]", sound, file);
	// Names must not mention anybody.
	body.set("payload_json", JSON.stringify({ content, allowed_mentions: { parse: [] } }));
	return body;
}

/** @param {string} typed @param {number} maxBytes */
async function messageFor(typed, maxBytes) {
	const clip = await clipOf(typed);
	if (!clip) return message("There is no such clip.");
	const response = await fetch(clip.sound);
	if (!response.ok) throw new Error(`${clip.sound}: ${response.status}`);
	const sound = await response.blob();
	if (sound.size > maxBytes) return message(`${clip.name}: ${clip.sound}`);
	return message(clip.name, sound, clip.slug + extname(clip.sound));
}

/** @param {any} interaction */
async function play({ application_id, token, data, attachment_size_limit = MAX_BYTES }) {
	const found = messageFor(data.options[0].value, attachment_size_limit);
	const body = await found.catch((error) => {
		console.error(error);
		return message("The sound cannot be loaded right now.");
	});
	const url = `${DISCORD_API}/webhooks/${application_id}/${token}/messages/@original`;
	const { ok, status } = await fetch(url, { method: "PATCH", body });
	if (!ok) throw new Error(`Discord answered the message with ${status}`);
}

/** @param {any} interaction */
async function answerTo(interaction) {
	if (interaction.type === PING) return { type: PONG };
	if (interaction.type === AUTOCOMPLETE) {
		const choices = await choicesFor(interaction.data.options[0].value);
		return { type: CHOICES, data: { choices } };
	}
	// Discord waits three seconds for an answer, and a sound may take longer.
	play(interaction).catch(console.error);
	return { type: ANSWER_FOLLOWS };
}

const server = createServer(async (request, response) => {
	try {
		const body = await text(request);
		const signed = Buffer.from(`${request.headers["x-signature-timestamp"]}${body}`);
		const signature = Buffer.from(`${request.headers["x-signature-ed25519"]}`, "hex");
		if (!(await crypto.subtle.verify("Ed25519", publicKey, signature, signed))) {
			response.writeHead(401).end("The signature is invalid.");
			return;
		}
		const answer = await answerTo(JSON.parse(body));
		response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
	} catch (error) {
		console.error(error);
		response.writeHead(500).end();
	}
});
server.listen(Number(PORT), () => console.log("Listening on", server.address()));
