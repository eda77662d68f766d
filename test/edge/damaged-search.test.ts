/** Damaged search files are told and never answered from: no wrong count, no crash, and the listing goes on. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Asset } from "../../scripts/tree/reading.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { temporaryFolder } from "../fixtures/published.ts";
import { ask, type Built, built } from "./asking.ts";

const parent = temporaryFolder();

describe("damaged search files", () => {
	const UNAVAILABLE = { status: 503, body: '{"detail":"Search is temporarily unavailable."}' };
	let serial = 0;
	let tree: Built;
	let other: Built;
	beforeAll(() => {
		vi.spyOn(console, "error").mockImplementation(() => {});
	});

	/** A tree that no test before has read, so that nothing of it is remembered. */
	async function fresh(): Promise<void> {
		serial++;
		tree = await built(parent, generatedNames(400, 100 + serial), 1);
		other = await built(parent, generatedNames(400, 900 + serial), 1);
	}

	const shard = (of: Built): string => `/v1/instants/search/${of.shards}/0.json`;
	const DICTIONARY = "/v1/instants/search/terms.json";
	const flipped = (text: string): string =>
		text.replace(/\d(?=\D*$)/, (d) => String(9 - Number(d)));

	const damages: [string, string | undefined, () => Promise<string | undefined>][] = [
		["a missing shard", undefined, async () => undefined],
		["an empty shard", undefined, async () => ""],
		["a shard cut short", undefined, async () => (await tree.asset(shard(tree)))?.slice(0, -50)],
		[
			"a shard with one digit changed",
			undefined,
			async () => flipped((await tree.asset(shard(tree))) ?? ""),
		],
		["a shard of another build", undefined, async () => other.asset(shard(other))],
		["a shard that cannot be read", undefined, () => Promise.reject(new Error("EIO"))],
		["a web page as a shard", undefined, async () => "<!doctype html>"],
		["a missing dictionary", DICTIONARY, async () => undefined],
		[
			"a dictionary cut short",
			DICTIONARY,
			async () => (await tree.asset(DICTIONARY))?.slice(0, -50),
		],
		["a dictionary of another build", DICTIONARY, async () => other.asset(DICTIONARY)],
		["a dictionary of a later version", DICTIONARY, async () => '{"version":2}'],
	];

	test.each(damages)("%s", async (_, path, text) => {
		await fresh();
		const damaged: Asset = (asked) =>
			asked === (path ?? shard(tree)) ? text() : tree.asset(asked);
		// The first word of the first shard: only that one is read.
		const [word = ""] = Object.keys(JSON.parse((await tree.asset(shard(tree))) ?? "{}"));
		const { status, body } = await ask(damaged, word);
		expect({ status, body }).toEqual(UNAVAILABLE);
		// The listing goes on, and the search comes back with its files.
		expect((await ask(damaged, "")).status).toBe(200);
		expect((await ask(tree.asset, word)).status).toBe(200);
	});

	test("a read that never ends holds up no other request", async () => {
		await fresh();
		void ask(() => new Promise(() => {}), "anything");
		const stuck: Asset = (path) => (path === DICTIONARY ? new Promise(() => {}) : tree.asset(path));
		void ask(stuck, tree.names[0] ?? "");
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect((await ask(tree.asset, tree.names[0] ?? "")).status).toBe(200);
	});

	test("listing pages of another build are noticed by their clips", async () => {
		await fresh();
		const mixed: Asset = (path) => (/\/page\//.test(path) ? other : tree).asset(path);
		const name = tree.names.find((candidate) => !other.names.includes(candidate)) ?? "";
		expect((await ask(mixed, name)).status).toBe(503);
	});
});
