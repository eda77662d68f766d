/** What a mirror trusts is what it took last, whatever is current: the link may be gone, or lead to another release. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { publishRecords } from "../fixtures/published.ts";
import { run } from "../fixtures/script-run.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { expectRelease, failureOf, filesOf, mirrorTo, releaseNames } from "./mirror-run.ts";
import { newPlace, parent, release } from "./releases.ts";
import { byOther, first, key, rival, second, unsigned } from "./signed-releases.ts";

const server = await faultyServer();
const other = await faultyServer();
const live = await liveApi();
const red = await release(Array.from({ length: 10 }, (_, i) => `clip ${i}`));
const fewer = await release(Array.from({ length: 9 }, (_, i) => `clip ${i}`));
const few = await release(Array.from({ length: 8 }, (_, i) => `clip ${i}`));
const older = await release(["clip 0"]);
const empty = await publishRecords([], { parent });
const withoutSounds = await publishRecords(
	Array.from({ length: 10 }, (_, i) => ({
		name: `clip ${i}`,
		slug: `clip-${i}`,
		sound: "https://media.test/media/sounds/x.mp3",
		color: "FF8800",
	})),
	{ parent },
);
let dir: string;

beforeEach(() => {
	server.reset();
	other.reset();
	live.reset();
	server.serves = red.folder;
	dir = join(newPlace(), "mirror");
});

/** What may happen to DIR between two runs: nothing, and what our own documentation tells people to do. */
const MEANWHILE: readonly (readonly [string, () => unknown])[] = [
	["is as it was", () => {}],
	["was removed", () => rmSync(dir)],
	["is an older release", () => run("mirror", ["checkout", dir, "0001"], { cwd: parent })],
];

describe.for(MEANWHILE)("where DIR %s", ([, change]) => {
	/** Mirrors an older release, and then the one that counts. */
	async function mirrored(first: string, then: string, options = {}): Promise<void> {
		for (const tree of [first, then]) {
			server.serves = tree;
			await mirrorTo(dir, server.origin, { allowShrink: true, ...options });
		}
		await change();
	}

	/** Expects a run to be refused, and nothing to be taken. */
	async function refusal(url = server.origin, options = {}): Promise<string> {
		const before = [filesOf(dir), releaseNames(dir)];
		const { message, exitCode } = await failureOf(mirrorTo(dir, url, options));
		expect(exitCode).toBe(8);
		expect([filesOf(dir), releaseNames(dir)]).toEqual(before);
		return message;
	}

	test("another key is refused", async () => {
		await mirrored(unsigned, second);
		server.serves = byOther;
		expect(await refusal()).toContain(`its release does not name the key ${key}`);
	});

	test("a release without a number is refused", async () => {
		await mirrored(unsigned, second);
		server.serves = unsigned;
		expect(await refusal()).toMatch(/has release without a number, but release 2 \(build/);
	});

	test.for([
		["no clips", empty.folder, "has 0 clips, and DIR has 10"],
		["a fifth fewer clips", few.folder, "has 8 clips, and DIR has 10"],
		["no media", withoutSounds.folder, "has 0 media, and DIR has 11"],
	] as const)("a source with %s is refused, unless the user allows it", async ([, tree, said]) => {
		await mirrored(older.folder, red.folder);
		server.serves = tree;
		expect(await refusal()).toBe(
			`${server.origin}: ${said.replace("DIR", dir)}; if that is right, allow it with --allow-shrink`,
		);
		await mirrorTo(dir, server.origin, { allowShrink: true });
		expect(releaseNames(dir)).toHaveLength(3);
	});

	test("a source with a tenth fewer clips is taken", async () => {
		await mirrored(older.folder, red.folder);
		server.serves = fewer.folder;
		await mirrorTo(dir, server.origin);
		expectRelease(dir, fewer);
	});

	test("another source is refused, unless the user allows it", async () => {
		await mirrored(older.folder, red.folder);
		other.serves = red.folder;
		expect(await refusal(other.origin)).toBe(
			`${other.origin}: is not the source of ${dir}, which is ${server.origin}; name that, or take over from here with --allow-source`,
		);
		await mirrorTo(dir, other.origin, { allowSource: true });
		expect((await mirrorTo(dir, other.origin)).status).toBe("unchanged");
	});

	test("a tree without its pointer is not taken for a live server", async () => {
		await mirrored(older.folder, red.folder);
		server.serves = live.server.serves;
		const { message } = await failureOf(mirrorTo(dir, server.origin));
		expect(message).toBe(
			`${server.origin}/latest.json: is not the pointer of a published tree, but ${dir} is the mirror of one; ask its publisher, or crawl it as a live server with --crawl`,
		);
	});
});

test("a key is remembered across a crawl, even if only that is kept", async () => {
	server.serves = second;
	await mirrorTo(dir, server.origin, { key });
	server.serves = live.server.serves;
	const crawl = { crawl: true, allowShrink: true, keep: 1, maxFiles: 100 };
	await mirrorTo(dir, server.origin, crawl);
	expect(releaseNames(dir)).toHaveLength(1);
	server.serves = byOther;
	const tree = { tree: true, allowShrink: true };
	expect((await failureOf(mirrorTo(dir, server.origin, tree))).message).toContain(key);
});

test.for([3, 1])(
	"a crawl between two copies is no newer release, also if %i are kept",
	async (keep) => {
		const tree = { tree: true, allowShrink: true, keep };
		server.serves = second;
		await mirrorTo(dir, server.origin, tree);
		server.serves = live.server.serves;
		await mirrorTo(dir, server.origin, { crawl: true, allowShrink: true, keep, maxFiles: 100 });
		server.serves = first;
		expect(await failureOf(mirrorTo(dir, server.origin, tree))).toMatchObject({
			...{ exitCode: 8, message: expect.stringContaining("has release 1, but release 2") },
		});
		server.serves = second;
		expect(await mirrorTo(dir, server.origin, tree)).toMatchObject({ status: "mirrored" });
		server.serves = rival;
		expect(await failureOf(mirrorTo(dir, server.origin, tree))).toMatchObject({ exitCode: 8 });
	},
);
