/** The Discord bot answers signed interactions, and sends sounds in the form that Discord requires. */
import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { otherSide, type StartedSample, sampleSite, startSample } from "./ready-made.ts";

const site = sampleSite([
	"Drum Roll",
	"@everyone",
	...Array.from({ length: 20 }, (_, i) => `Horn ${i}`),
]);

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const PUBLIC_KEY = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString(
	"hex",
);

/** The requests that Discord received, in order, and a callback for the next one. */
const sent: Request[] = [];
let arrived: () => void = () => undefined;
const discord = otherSide((request) => {
	sent.push(request);
	arrived();
	return Response.json({}, { status: request.headers.has("Authorization") ? 201 : 200 });
});

/** Only the sounds of these clips can be read. */
const SOUNDS = ["clip-0.mp3", "clip-1.mp3"];

let bot: StartedSample;
let address = "";
beforeAll(async () => {
	const sounds = join(site.folder, "media/sounds");
	mkdirSync(sounds, { recursive: true });
	for (const name of SOUNDS) writeFileSync(join(sounds, name), `sound of ${name}`);
	bot = startSample(site, "discord/bot.mjs", {
		INSTANTS_SITE: site.origin,
		DISCORD_API: discord.origin,
		DISCORD_PUBLIC_KEY: PUBLIC_KEY,
		PORT: "0",
	});
	const [said] = await once(bot.process.stdout, "data");
	address = `http://localhost:${/port: (\d+)/.exec(said)?.[1]}`;
});
afterAll(() => bot.process.kill());

function interact(interaction: object, signed = JSON.stringify(interaction)): Promise<Response> {
	const timestamp = "1700000000";
	return fetch(address, {
		method: "POST",
		headers: {
			"X-Signature-Timestamp": timestamp,
			"X-Signature-Ed25519": sign(null, Buffer.from(timestamp + signed), privateKey).toString(
				"hex",
			),
		},
		body: JSON.stringify(interaction),
	});
}

/** The message with which the bot answers `/sound name:typed`. */
async function played(typed: string, more: object = {}) {
	const arrival = new Promise<void>((resolve) => {
		arrived = resolve;
	});
	const data = { name: "sound", options: [{ name: "name", value: typed }] };
	const answer = await interact({ type: 2, application_id: "7", token: "t0ken", data, ...more });
	expect(await answer.json()).toEqual({ type: 5 });
	await arrival;
	const request = sent.at(-1) as Request;
	expect([request.method, new URL(request.url).pathname]).toEqual([
		"PATCH",
		"/webhooks/7/t0ken/messages/@original",
	]);
	const form = await request.formData();
	const message = JSON.parse(String(form.get("payload_json")));
	expect(message.allowed_mentions).toEqual({ parse: [] });
	return { content: message.content, file: form.get("files[0]") as File | null };
}

describe("the bot", () => {
	test("answers Discord’s ping, and nobody else", async () => {
		const answer = await interact({ type: 1 });
		expect([answer.status, await answer.json()]).toEqual([200, { type: 1 }]);
		expect((await interact({ type: 1 }, "something else")).status).toBe(401);
		expect((await fetch(address)).status).toBe(401);
	});

	test.each([
		["horn", 10, /^Horn \d+$/],
		["", 10, /./],
		["drum rol", 1, /^Drum Roll$/],
		["nothing", 0, /./],
	])("suggests names for %j", async (typed, count, name) => {
		const data = { name: "sound", options: [{ name: "name", value: typed, focused: true }] };
		const answer = await interact({ type: 4, data });
		const { type, data: suggested } = (await answer.json()) as {
			type: number;
			data: { choices: { name: string; value: string }[] };
		};
		expect([type, suggested.choices.length]).toEqual([8, count]);
		for (const choice of suggested.choices) {
			expect(choice).toEqual({
				name: expect.stringMatching(name),
				value: expect.stringMatching(/^clip-\d+$/),
			});
		}
	});

	test.each([
		["clip-0", "Drum Roll", "clip-0.mp3"],
		["drum", "Drum Roll", "clip-0.mp3"],
		["clip-1", "@everyone", "clip-1.mp3"],
		["nothing", "There is no such clip."],
		["..", "There is no such clip."],
		["clip-2", "The sound cannot be loaded right now."],
	])("plays %s, or says why it cannot", async (typed, content, name?: string) => {
		const message = await played(typed);
		expect([message.content, message.file?.name]).toEqual([content, name]);
		expect(await message.file?.text()).toBe(name && `sound of ${name}`);
	});

	test("links to a sound that is too large to attach", async () => {
		expect(await played("clip-0", { attachment_size_limit: 1 })).toEqual({
			content: `Drum Roll: ${site.origin}/media/sounds/clip-0.mp3`,
			file: null,
		});
	});
});

test("the command is registered", async () => {
	const { ended } = startSample(site, "discord/register.mjs", {
		DISCORD_API: discord.origin,
		DISCORD_APP_ID: "7",
		DISCORD_TOKEN: "secret",
	});
	expect((await ended).stdout).toBe("Registered the command /sound.\n");
	const request = sent.at(-1) as Request;
	expect([request.method, new URL(request.url).pathname]).toEqual([
		"POST",
		"/applications/7/commands",
	]);
	expect(request.headers.get("Authorization")).toBe("Bot secret");
	expect(await request.json()).toMatchObject({
		name: "sound",
		options: [{ name: "name", required: true, autocomplete: true }],
	});
});

test.each([
	["bot", {}, "Error: Set DISCORD_PUBLIC_KEY to the public key of your Discord"],
	["bot", { DISCORD_PUBLIC_KEY: "abc" }, "Error: Set DISCORD_PUBLIC_KEY to the public key"],
	["register", { DISCORD_APP_ID: "7" }, "Error: Set DISCORD_APP_ID and DISCORD_TOKEN: see"],
])("%s without all of its variables, %j, names them", async (program, env, message) => {
	const { code, stderr } = await startSample(site, `discord/${program}.mjs`, env).ended;
	expect(code).toBe(1);
	expect(stderr).toContain(message);
});
