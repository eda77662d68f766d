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
import { type IndexEntry, type IndexNode, readNode } from "../../scripts/tree/index-node.ts";
import { POINTER_PATH } from "../../scripts/tree/paths.ts";
import { pointerJson } from "../../scripts/tree/pointer.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { type MemoryStore, memoryStore } from "../fixtures/memory-store.ts";
import { BASE, contentOf, named } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { type Answer, ask } from "./asking.ts";

/** Contents by path; an error stands for a file that cannot be read. */
type Files = ReadonlyMap<string, Uint8Array | Error>;

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

/** A tree whose files are so small that there are several levels of index files. */
async function treeOf(names: typeof NAMES): Promise<ReadonlyMap<string, Uint8Array>> {
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
		packs: await deepened(store, "packs", await writePacks(store, content)),
		search: await deepened(store, "search", await writeKeyed(store, "search", lines, 500)),
	});
	return new Map([...store.files, [POINTER_PATH, Buffer.from(pointer)]]);
}

/** Cuts an index file into several of three entries, and writes those that lead to them. Returns the name of the root. */
async function deepened(
	store: MemoryStore,
	folder: "packs" | "search",
	root: string,
): Promise<string> {
	let { depth, entries }: IndexNode = JSON.parse(await store.read(folder, root));
	for (; entries.length > 3; depth++) {
		const above: IndexEntry[] = [];
		for (let at = 0; at < entries.length; at += 3) {
			const own = entries.slice(at, at + 3);
			const name = await store.store(folder, `${JSON.stringify({ depth, entries: own })}\n`);
			const clips = own.reduce((sum, [, , clips = 0]) => sum + clips, 0);
			above.push([own[0]?.[0] ?? "", name, ...(folder === "packs" ? [clips] : [])]);
		}
		entries = above;
	}
	return store.store(folder, `${JSON.stringify({ depth, entries })}\n`);
}

let pushed = 0;

/** Pushes out the index files that the reader keeps: they would hide that one is damaged. */
async function forgetNodes(): Promise<void> {
	const store = { read: async () => '{"depth":1,"entries":[]}' };
	for (let i = 0; i < 256; i++) await readNode(store, "packs", `pushes out ${pushed++}`);
}

function assetOf(files: Files): Asset {
	return async (path) => {
		const content = files.get(path);
		if (content instanceof Error) throw content;
		return content;
	};
}

/** The answers to all requests, each as if nothing had been read before. */
async function answersOf(files: Files): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const [name, page] of REQUESTS) {
		await forgetNodes();
		answers.push(await ask(assetOf(files), name, page));
	}
	return answers;
}

function said({ status, body }: Answer): string {
	return `${status} ${body}`;
}

const UNAVAILABLE = '503 {"detail":"Service temporarily unavailable, try again later."}';
const SEARCH_UNAVAILABLE = '503 {"detail":"Search is temporarily unavailable."}';

let tree: ReadonlyMap<string, Uint8Array>;
let other: ReadonlyMap<string, Uint8Array>;
let right: readonly Answer[];
let otherRight: readonly string[];
beforeAll(async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	[tree, other] = await Promise.all([treeOf(NAMES), treeOf(OTHER_NAMES)]);
	right = await answersOf(tree);
	otherRight = (await answersOf(other)).map(said);
});

function isNode(content: Uint8Array | undefined): boolean {
	return new TextDecoder().decode(content).startsWith('{"depth"');
}

/** A file of the other build that is of the same kind. */
function foreign(path: string): Uint8Array | undefined {
	const folder = path.slice(0, path.lastIndexOf("/") + 1);
	const alike = [...other].find(([own, content]) => {
		const isKind = own.startsWith(folder) && isNode(content) === isNode(tree.get(path));
		return isKind && (path === POINTER_PATH || !tree.has(own));
	});
	return alike?.[1];
}

function flipped(content: Uint8Array, at: number): Uint8Array {
	return content.map((byte, i) => (i === at ? byte ^ 1 : byte));
}

type Damage = (content: Uint8Array, path: string) => Uint8Array | Error | undefined;
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
	["a disk that cannot read it", () => new Error("EIO")],
];

/** The tree with one file damaged. */
function damaged(path: string, damage: Damage): Files {
	const content = damage(tree.get(path) ?? new Uint8Array(), path);
	const files = new Map<string, Uint8Array | Error>(tree);
	files.delete(path);
	return content === undefined ? files : files.set(path, content);
}

test("the requests read every pack, and several levels of index files", () => {
	const read = new Set(right.flatMap(({ reads }) => reads));
	const packs = [...tree.keys()].filter((path) => path.startsWith("/v1/instants/packs/"));
	expect(packs.filter((path) => path.endsWith(".ndjson") && !read.has(path))).toEqual([]);
	for (const folder of ["packs", "search"]) {
		const own = [...read].filter((path) => path.includes(`/${folder}/`));
		const depths = own
			.map((path) => JSON.stringify(new TextDecoder().decode(tree.get(path))))
			.map((text) => /^"\{\\"depth\\":(\d)/.exec(text)?.[1]);
		expect(new Set(depths)).toEqual(new Set(["1", "2", "3", undefined]));
	}
	expect(right.map(({ status }) => status)).toContain(404);
});

describe.each(DAMAGES)("with %s,", (what, damage) => {
	test("whoever reads a file of the store is told, and all others are answered", async () => {
		for (const path of new Set(right.flatMap(({ reads }) => reads))) {
			if (path === POINTER_PATH) continue;
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

	test("the old one is answered until the pointer comes, the new one from then on", async () => {
		await fc.assert(
			fc.asyncProperty(some, some, async (isUploaded, isDeleted) => {
				const uploaded = [...other].filter(([path]) => isUploaded(path));
				const before = await answersOf(new Map([...tree, ...uploaded]));
				expect(before.map(said)).toEqual(right.map(said));

				const old = [...tree].filter(([path]) => !isDeleted(path));
				expect((await answersOf(new Map([...old, ...other]))).map(said)).toEqual(otherRight);
			}),
			{ numRuns: 10 },
		);
	});

	test("a pointer that comes too early leads to no wrong answer", async () => {
		await fc.assert(
			fc.asyncProperty(some, async (isUploaded) => {
				const uploaded = [...other].filter(([path]) => path === POINTER_PATH || isUploaded(path));
				const answers = await answersOf(new Map([...tree, ...uploaded]));
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
		const asset = assetOf(new Map([...tree, [POINTER_PATH, Buffer.from(text)]]));
		expect(said(await ask(asset, ""))).toBe(UNAVAILABLE);
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
	const whole = assetOf(tree);
	void ask(() => new Promise(() => {}), "remix");
	void ask((path) => (path === POINTER_PATH ? whole(path) : new Promise(() => {})), "remix");
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect((await ask(whole, "remix")).status).toBe(200);
});
