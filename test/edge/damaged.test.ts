/** A request to a damaged tree gets the right answer or a 503, but never a wrong count, wrong clips or a crash. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { instantUrl, NO_QUERY, pageUrl, TAGS_PATH } from "../../scripts/contract/links.ts";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { POINTER_PATH } from "../../scripts/tree/paths.ts";
import { type Asset, readTree } from "../../scripts/tree/reading.ts";
import { generatedNames, generatedTags } from "../fixtures/generated-names.ts";
import { BASE } from "../fixtures/published.ts";
import { type Answer, ask, askFor, said, UNAVAILABLE } from "./asking.ts";
import { kindOf, pathsOf, treeOf } from "./layered-tree.ts";

/** The other catalogue has most of these clips, but at different positions, and some more. */
const NAMES = generatedNames(300).map((name, i) => (i % 9 === 5 ? undefined : name));
const OTHER_NAMES = NAMES.toSpliced(100, 30).concat(generatedNames(100, 3));

/** Together, these read every pack, and every kind of index file and shard. */
const SEARCHES: readonly (readonly [name: string, page: number])[] = [
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
/** Slugs of a clip, of a removed clip, and of no clip. */
const SLUGS = ["clip-7", "clip-5", "nobody"];
const REQUESTS = [
	...SEARCHES.map(([name, page]) => pageUrl(BASE, { ...NO_QUERY, names: [name] }, page)),
	// The tags of one clip at a time.
	...[1, 16, 31, 299].map((i) => pageUrl(BASE, { ...NO_QUERY, tags: generatedTags(i) }, 1)),
	pageUrl(BASE, { ...NO_QUERY, names: [NAMES[76] ?? ""], tags: generatedTags(76) }, 1),
	pageUrl(BASE, NO_QUERY, 2, TAGS_PATH),
	...SLUGS.map((slug) => instantUrl(BASE, slug)),
];

/** The answers to all requests. */
async function answersOf(asset: Asset): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const url of REQUESTS) answers.push(await askFor(asset, url));
	return answers;
}

const SEARCH_UNAVAILABLE = '503 {"detail":"Search is temporarily unavailable."}';

const [tree, other] = await Promise.all([treeOf(NAMES), treeOf(OTHER_NAMES)]);
/** Every file of both builds that a request may read. */
const [paths, otherPaths] = await Promise.all([pathsOf(tree), pathsOf(other)]);
const right = await answersOf(tree);
const otherRight = (await answersOf(other)).map(said);
beforeAll(() => void vi.spyOn(console, "error").mockImplementation(() => {}));
afterAll(() => vi.restoreAllMocks());

/** A file of the same kind from the other build. */
async function foreign(path: string): Promise<Uint8Array | undefined> {
	if (path === POINTER_PATH) return other(path);
	const kind = await kindOf(tree, path);
	for (const own of otherPaths) {
		if (!paths.includes(own) && (await kindOf(other, own)) === kind) return other(own);
	}
	throw new Error(`the other build has no file like ${path}`);
}

type Damage = (content: Uint8Array, path: string) => ReturnType<Asset> | Uint8Array | undefined;
const DAMAGES: readonly (readonly [string, Damage])[] = [
	[
		"a byte changed",
		(content) => content.map((byte, i) => (i === content.length >> 1 ? byte ^ 1 : byte)),
	],
	["its end cut off", (content) => content.subarray(0, -20)],
	["its content twice", (content) => Buffer.concat([content, content])],
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

test("the requests of this test read every pack, every index file of packs, and many shards", async () => {
	const read = new Set(right.flatMap(({ reads }) => reads));
	expect(paths.filter((path) => path.includes("/packs/") && !read.has(path))).toEqual([]);
	// The tree has no manifest, and so no precomputed pages.
	const inStore = [...read].filter((path) => !path.startsWith("/manifest/"));
	const kinds = await Promise.all(inStore.map((path) => kindOf(tree, path)));
	// The pointer, the shard of the newest clips, and packs, shards, slug files and a list of tags, each below three
	// levels of index files.
	expect(new Set(kinds).size).toBe(2 + 4 + 3 * 4);
	expect(kinds.filter((kind) => kind === "/v1/instants/search/.json").length).toBeGreaterThan(10);
	expect(right.slice(-3).map(({ status }) => status)).toEqual([200, 410, 404]);
});

test("a tree whose words were split by a different version of Unicode can be listed, but not searched", async () => {
	const { pointer } = await readTree(tree);
	const older = await pointerJson({ ...pointer, unicode: "16.0.0" });
	const asset: Asset = async (path) => (path === POINTER_PATH ? Buffer.from(older) : tree(path));
	expect((await ask(asset, "", 1)).status).toBe(200);
	expect(said(await ask(asset, "remix", 1))).toBe(SEARCH_UNAVAILABLE);
	expect(console.error).toHaveBeenCalledWith(expect.stringContaining("by Unicode 16.0.0, but"));
});

describe.each(DAMAGES)("with %s,", (what, damage) => {
	test("requests that read the file get a 503, and others are answered", async () => {
		for (const [turn, path] of paths.entries()) {
			const isSearch = /\/(search|recent)\//.test(path) && !what.startsWith("a disk");
			const fault = isSearch ? SEARCH_UNAVAILABLE : UNAVAILABLE;
			for (const [i, own] of right.entries()) {
				const isReader = own.reads.includes(path);
				// The other requests read the same undamaged files whatever the path, so only every tenth is sent, in turns.
				if (!isReader && (i + turn) % 10 > 0) continue;
				const answer = await askFor(damaged(path, damage), REQUESTS[i] as string);
				expect(said(answer), `${path}: ${REQUESTS[i]}`).toBe(isReader ? fault : said(own));
				// The handler reads the pointer once more, to find out whether a new build has been published.
				expect(answer.reads.length, path).toBeLessThanOrEqual(own.reads.length + 1);
			}
		}
	});

	test("a damaged pointer does not cause a wrong answer", async () => {
		const answers = await answersOf(damaged(POINTER_PATH, damage));
		for (const [i, answer] of answers.entries()) {
			const allowed = what.startsWith("the file of another")
				? [UNAVAILABLE, SEARCH_UNAVAILABLE, otherRight[i]]
				: [UNAVAILABLE];
			expect(allowed).toContain(said(answer));
		}
	});
});

describe("while a new build is being uploaded,", () => {
	/** Some of the other build's files, in any order, without the pointer. */
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

	test("answers come from the old build until the pointer is uploaded, then from the new one", async () => {
		await fc.assert(
			fc.asyncProperty(some, some, async (isUploaded, isDeleted) => {
				const before = await answersOf(over(part(other, isUploaded), tree));
				expect(before.map(said)).toEqual(right.map(said));
				const after = await answersOf(over(other, part(tree, isDeleted)));
				expect(after.map(said)).toEqual(otherRight);
			}),
			{ numRuns: 6 },
		);
	});

	test("a pointer that is uploaded too early does not cause a wrong answer", async () => {
		await fc.assert(
			fc.asyncProperty(some, async (isUploaded) => {
				const isThere = (path: string): boolean => path === POINTER_PATH || isUploaded(path);
				const answers = await answersOf(over(part(other, isThere), tree));
				for (const [i, answer] of answers.entries()) {
					expect([UNAVAILABLE, SEARCH_UNAVAILABLE, otherRight[i]]).toContain(said(answer));
				}
			}),
			{ numRuns: 6 },
		);
	});
});

test("two alternating builds, both without packs, are tried once each", async () => {
	let turns = 0;
	const answer = await ask(async (path) => {
		if (path === POINTER_PATH) return (turns++ % 2 === 0 ? tree : other)(path);
		return path.includes("/packs/") ? undefined : ((await tree(path)) ?? other(path));
	}, "remix");
	expect(said(answer)).toBe(UNAVAILABLE);
	expect(answer.reads.filter((path) => path === POINTER_PATH)).toHaveLength(3);
});

test("a request stays within the limit on files, however many builds are published meanwhile", async () => {
	const { pointer } = await readTree(tree);
	let builds = 0;
	const { reads, ...answer } = await ask(async (path) => {
		if (path === POINTER_PATH)
			return Buffer.from(await pointerJson({ ...pointer, bytes: ++builds }));
		return path.endsWith(".ndjson") ? undefined : tree(path);
	}, "remix");
	expect(answer).toMatchObject({ status: 503 });
	expect(builds).toBeGreaterThan(2);
	expect(reads.length).toBeLessThanOrEqual(50);
});

test.each(["", "null", "[]", "{}", '{"version":1}', '{"version":2}', "<html>"])(
	"%j as a pointer is answered with 503",
	async (text) => {
		expect(said(await ask(async () => Buffer.from(text), ""))).toBe(UNAVAILABLE);
	},
);
