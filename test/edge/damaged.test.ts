/**
 * What the handler answers when a tree is damaged: the right answer or 503, never a wrong count, wrong
 * clips or a crash.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { POINTER } from "../../scripts/openapi/examples.ts";
import { writePacks } from "../../scripts/publish/packs.ts";
import { writeKeyed } from "../../scripts/publish/store-files.ts";
import { postingNumbers } from "../../scripts/search/postings.ts";
import { lineOf } from "../../scripts/search/shard.ts";
import { readNode } from "../../scripts/tree/index-node.ts";
import { POINTER_PATH } from "../../scripts/tree/paths.ts";
import { pointerJson } from "../../scripts/tree/pointer.ts";
import { type Asset, readTree } from "../../scripts/tree/reading.ts";
import { storePath } from "../../scripts/tree/store.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import { BASE, contentOf, named } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { filesOfStore } from "../fixtures/tree-files.ts";
import { type Answer, ask } from "./asking.ts";
import { withDeeperIndex } from "./deeper-index.ts";

/** The other catalogue has most clips of this one at other positions, and more. */
const NAMES = generatedNames(300).map((name, i) => (i % 9 === 5 ? undefined : name));
const OTHER_NAMES = NAMES.toSpliced(100, 30).concat(generatedNames(100, 3));

/** Requests that together read every pack, and index files and shards of every kind. */
const REQUESTS: readonly (readonly [name: string, page: number])[] = [
	...Array.from({ length: 14 }, (_, i) => ["", 2 * i + 1] as const),
	...NAMES.filter((name) => name !== undefined)
		.filter((_, i) => i % 30 === 0)
		.map((name) => [name, 1] as const),
	["", 28],
	["remix", 1],
	["remix", 2],
	["bra", 1],
	["xyzzy", 1],
];

/** A tree whose files are so small that there are three levels of index files. */
async function treeOf(names: typeof NAMES): Promise<Asset> {
	const content = contentOf(named(names));
	const postings = content.postings.collect();
	const lines = postings.terms.map((key, i) => {
		return { key, line: lineOf(key, postingNumbers(postings, i)) };
	});
	const store = memoryStore();
	const { count, average, longest } = postings;
	const pointer = await pointerJson({
		...POINTER,
		...{ base_url: BASE, count, positions: names.length, average, longest },
		packs: await writePacks(store, content, () => {}),
		search: await writeKeyed(store, "search", lines, 500),
	});
	const asset: Asset = async (path) =>
		path === POINTER_PATH ? Buffer.from(pointer) : store.files.get(path);
	return withDeeperIndex(asset, 3);
}

let pushed = 0;

/** Pushes out the index files that the reader keeps: they would hide that one is damaged. */
async function forgetNodes(): Promise<void> {
	const store = { read: async () => '{"depth":1,"entries":[]}' };
	for (let i = 0; i < 256; i++) await readNode(store, "packs", `pushes out ${pushed++}`);
}

/** The answers to all requests, each as if nothing had been read before. */
async function answersOf(asset: Asset): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const [name, page] of REQUESTS) {
		await forgetNodes();
		answers.push(await ask(asset, name, page));
	}
	return answers;
}

function said({ status, body }: Answer): string {
	return `${status} ${body}`;
}

const UNAVAILABLE = '503 {"detail":"Service temporarily unavailable, try again later."}';
const SEARCH_UNAVAILABLE = '503 {"detail":"Search is temporarily unavailable."}';

let tree: Asset;
let other: Asset;
/** Every file that a request may read of either. */
let paths: string[];
let otherPaths: string[];
let right: readonly Answer[];
let otherRight: readonly string[];
beforeAll(async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	[tree, other] = await Promise.all([treeOf(NAMES), treeOf(OTHER_NAMES)]);
	paths = await pathsOf(tree);
	otherPaths = await pathsOf(other);
	right = await answersOf(tree);
	otherRight = (await answersOf(other)).map(said);
});

async function pathsOf(asset: Asset): Promise<string[]> {
	const files = await filesOfStore(await readTree(asset), ["packs", "search"]);
	return files.map(({ folder, name, extension }) => storePath(folder, name, extension));
}

/** What kind of file it is: an index file of some depth, a shard, a pack. */
async function kindOf(asset: Asset, path: string): Promise<string> {
	const text = new TextDecoder().decode(await asset(path));
	return path.replace(/\w{24}/, /^\{"depth":\d/.exec(text)?.[0] ?? "");
}

/** A file of the other build that is of the same kind. */
async function foreign(path: string): Promise<Uint8Array | undefined> {
	if (path === POINTER_PATH) return other(path);
	const kind = await kindOf(tree, path);
	for (const own of otherPaths) {
		if (!paths.includes(own) && (await kindOf(other, own)) === kind) return other(own);
	}
	throw new Error(`the other build has no file like ${path}`);
}

function flipped(content: Uint8Array, at: number): Uint8Array {
	return content.map((byte, i) => (i === at ? byte ^ 1 : byte));
}

type Damage = (content: Uint8Array, path: string) => ReturnType<Asset> | Uint8Array | undefined;
const DAMAGES: readonly (readonly [string, Damage])[] = [
	["its first byte changed", (content) => flipped(content, 0)],
	["a byte in the middle changed", (content) => flipped(content, content.length >> 1)],
	["its last byte changed", (content) => flipped(content, content.length - 1)],
	["its end cut off", (content) => content.subarray(0, -20)],
	["something behind it", (content) => Buffer.concat([content, content])],
	["nothing in it", () => new Uint8Array()],
	["a web page in its place", () => Buffer.from("<!doctype html><title>404</title>")],
	["the file of another build in its place", (_, path) => foreign(path)],
	["no such file", () => undefined],
	["a disk that cannot read it", () => Promise.reject(new Error("EIO"))],
];

/** The tree with one file damaged. */
function damaged(path: string, damage: Damage): Asset {
	return async (asked) => {
		const content = await tree(asked);
		return asked === path ? damage(content ?? new Uint8Array(), path) : content;
	};
}

test("the requests read every pack and every index file of packs, and many shards", async () => {
	const read = new Set(right.flatMap(({ reads }) => reads));
	expect(paths.filter((path) => path.includes("/packs/") && !read.has(path))).toEqual([]);
	const kinds = await Promise.all([...read].map((path) => kindOf(tree, path)));
	// The pointer, packs and shards, and for both of these three levels of index files.
	expect(new Set(kinds).size).toBe(1 + 2 + 2 * 3);
	expect(kinds.filter((kind) => kind === "/v1/instants/search/.json").length).toBeGreaterThan(10);
	expect(right.map(({ status }) => status)).toContain(404);
});

describe.each(DAMAGES)("with %s,", (what, damage) => {
	test("whoever reads a file of the store is told, and all others are answered", async () => {
		for (const path of paths) {
			const isSearch = path.includes("/search/") && !what.startsWith("a disk");
			const answers = await answersOf(damaged(path, damage));
			for (const [i, answer] of right.entries()) {
				const fault = isSearch ? SEARCH_UNAVAILABLE : UNAVAILABLE;
				const expected = answer.reads.includes(path) ? fault : said(answer);
				expect(said(answers[i] as Answer), `${path}: ${REQUESTS[i]}`).toBe(expected);
			}
		}
	});

	test("the pointer leads to no wrong answer", async () => {
		const answers = await answersOf(damaged(POINTER_PATH, damage));
		for (const [i, answer] of answers.entries()) {
			const allowed = what.startsWith("the file of another")
				? [UNAVAILABLE, SEARCH_UNAVAILABLE, otherRight[i]]
				: [UNAVAILABLE];
			expect(allowed).toContain(said(answer));
		}
	});
});

describe("while another build is uploaded,", () => {
	/** Some of the other build's files, in any order, without its pointer. */
	const some = fc
		.func(fc.boolean())
		.map((isChosen) => (path: string) => path !== POINTER_PATH && isChosen(path));
	const over =
		(upper: Asset, lower: Asset): Asset =>
		async (path) =>
			(await upper(path)) ?? lower(path);
	const part =
		(asset: Asset, has: (path: string) => boolean): Asset =>
		async (path) =>
			has(path) ? asset(path) : undefined;

	test("the old one is answered until the pointer comes, the new one from then on", async () => {
		await fc.assert(
			fc.asyncProperty(some, some, async (isUploaded, isDeleted) => {
				const before = await answersOf(over(part(other, isUploaded), tree));
				expect(before.map(said)).toEqual(right.map(said));
				const after = await answersOf(over(other, part(tree, isDeleted)));
				expect(after.map(said)).toEqual(otherRight);
			}),
			{ numRuns: 10 },
		);
	});

	test("a pointer that comes too early leads to no wrong answer", async () => {
		await fc.assert(
			fc.asyncProperty(some, async (isUploaded) => {
				const isThere = (path: string): boolean => path === POINTER_PATH || isUploaded(path);
				const answers = await answersOf(over(part(other, isThere), tree));
				for (const [i, answer] of answers.entries()) {
					expect([UNAVAILABLE, SEARCH_UNAVAILABLE, otherRight[i]]).toContain(said(answer));
				}
			}),
			{ numRuns: 10 },
		);
	});
});

test.each(["", "null", "[]", "{}", '{"version":1}', '{"version":2}', "<html>"])(
	"%j as a pointer is answered with 503",
	async (text) => {
		expect(said(await ask(async () => Buffer.from(text), ""))).toBe(UNAVAILABLE);
	},
);

describe("without a pointer,", () => {
	const asset: Asset = async () => undefined;
	const get = (method: string, query: string): Promise<Response> => {
		const url = `${BASE}/api/v1/instants/${query}`;
		return respond({ method, url, headers: new Headers() }, asset);
	};

	test("HEAD is answered 503 without a body", async () => {
		const response = await get("HEAD", "");
		expect(response.status).toBe(503);
		expect(await response.text()).toBe("");
	});

	test("requests that need no file are answered as ever", async () => {
		expect((await get("GET", "?format=xml")).status).toBe(404);
	});
});

test("a read that never ends holds up no other request", async () => {
	await forgetNodes();
	void ask(() => new Promise(() => {}), "remix");
	void ask((path) => (path === POINTER_PATH ? tree(path) : new Promise(() => {})), "remix");
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect((await ask(tree, "remix")).status).toBe(200);
});
