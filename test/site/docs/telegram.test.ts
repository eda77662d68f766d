/** The Telegram bot answers inline queries page by page, and continues after failures. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { otherSide, type StartedSample, sampleSite, startSample } from "./ready-made.ts";

const site = sampleSite(Array.from({ length: 11 }, (_, i) => `Horn ${i}`));

/** Queries, with the number of sounds in their answers, and the offset of the next page. */
const QUERIES = [
	["horn", "", 10, "2"],
	["horn", "2", 1, ""],
	["horn", "3", 0, ""],
	["nothing", "", 0, ""],
	["horn", "x", 0, ""],
] as const;

/** An update that is not a query, and the queries. */
const UPDATES = [
	{ update_id: 5, message: { text: "hello" } },
	...QUERIES.map(([query, offset], i) => ({
		update_id: 6 + i,
		inline_query: { id: `q${i}`, query, offset },
	})),
];

interface Answer {
	readonly inline_query_id: string;
	readonly results: readonly Record<string, string>[];
	readonly next_offset: string;
}

const polls: { offset: number }[] = [];
const answers: Answer[] = [];
let done: () => void;
const allAnswered = new Promise<void>((resolve) => {
	done = resolve;
});

const telegram = otherSide(async (request) => {
	const { pathname } = new URL(request.url);
	const parameters = await request.json();
	if (pathname === "/botundefined/getUpdates") {
		return Response.json({ ok: false, description: "Unauthorized" }, { status: 401 });
	}
	if (pathname === "/botsecret/answerInlineQuery") answers.push(parameters);
	if (pathname === "/botsecret/getUpdates") polls.push(parameters);
	if (answers.length === QUERIES.length && polls.length > 1) done();
	const isPoll = pathname.endsWith("/getUpdates");
	if (isPoll && polls.length > 1) return new Promise<Response>(() => undefined);
	return Response.json({ ok: true, result: isPoll ? UPDATES : true });
});

let bot: StartedSample;
beforeAll(async () => {
	bot = startSample(site, "telegram/bot.mjs", {
		INSTANTS_SITE: site.origin,
		TELEGRAM_API: telegram.origin,
		TELEGRAM_TOKEN: "secret",
	});
	await Promise.race([
		allAnswered,
		bot.ended.then(({ stderr }) => {
			throw new Error(stderr);
		}),
	]);
});
afterAll(() => bot.process.kill());

describe("the bot", () => {
	test("requests only updates newer than those that it has", () => {
		const allowed_updates = ["inline_query"];
		expect(polls).toEqual([
			{ offset: 0, timeout: 50, allowed_updates },
			{ offset: 11, timeout: 50, allowed_updates },
		]);
	});

	test("answers each query with a page of sounds", () => {
		const pages = answers.map(({ inline_query_id, results, next_offset }) => {
			return [inline_query_id, new Set(results.map(({ id }) => id)).size, next_offset];
		});
		expect(pages.toSorted()).toEqual(QUERIES.map(([, , count, next], i) => [`q${i}`, count, next]));
		for (const result of answers.flatMap(({ results }) => results)) {
			expect(result).toEqual({
				type: "audio",
				id: expect.stringMatching(/^.{1,64}$/),
				title: expect.stringMatching(/^Horn \d+$/),
				audio_url: expect.stringMatching(`^${site.origin}/media/sounds/clip-\\d+\\.mp3$`),
			});
		}
	});
});

test("says if Telegram does not know its token", async () => {
	const env = { TELEGRAM_API: telegram.origin };
	const { code, stderr } = await startSample(site, "telegram/bot.mjs", env).ended;
	expect([code, stderr]).toEqual([
		1,
		"Set TELEGRAM_TOKEN to the token that @BotFather gave you.\n",
	]);
});
