/** The last state that was held decides which key, number, source and size the next one must have; attacks are refused. */
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { createKeyFiles } from "../../scripts/signing/key-file.ts";
import { releaseOf as signedBy } from "../../scripts/signing/release.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { liveApi } from "./live-api.ts";
import { expectRelease, failureOf, filesOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, parent, release } from "./releases.ts";

const [keyFile, otherKeyFile] = [join(parent, "own.key"), join(parent, "other.key")];
const key = createKeyFiles(keyFile);
const otherKey = createKeyFiles(otherKeyFile);

/** Publishes clips, signed with a key. Returns the folder. */
async function signed(names: readonly string[], serial: number, sign = keyFile): Promise<string> {
	const published = `2026-01-0${serial}T00:00:00Z`;
	const how = signedBy({ sign, serial, published });
	return (await publishRecords(named(names), { parent, release: how })).folder;
}

const NAMES = ["boom", "gong"];
const first = await signed(NAMES.slice(0, 1), 1);
const second = await signed(NAMES, 2);
const third = await signed([...NAMES, "horn"], 3);
const rival = await signed([...NAMES, "horn"], 2);
const byOther = await signed([...NAMES, "evil"], 3, otherKeyFile);
const unsigned = (await publishRecords(named([...NAMES, "evil"]), { parent })).folder;

/** A copy of a tree with some of its files replaced, or taken from another tree. */
function changed(tree: string, files: Readonly<Record<string, string | undefined>>): string {
	const copy = mkdtempSync(join(parent, "changed-"));
	cpSync(tree, copy, { recursive: true });
	for (const [path, text] of Object.entries(files)) {
		// Files of a mirror are read-only.
		rmSync(join(copy, path), { force: true });
		if (text !== undefined) writeFileSync(join(copy, path), text);
	}
	return copy;
}

const POINTER = "latest.json";
const SIGNATURE = "latest.json.minisig";

/** A copy of a tree whose pointer has changes and the right build id. */
async function repointed(tree: string, changes: Partial<Pointer>): Promise<string> {
	const pointer: Pointer = JSON.parse(textOf(tree, POINTER));
	return changed(tree, { [POINTER]: await pointerJson({ ...pointer, ...changes }) });
}

/** A release by somebody else that names the owner's key. */
const imitation = await repointed(byOther, { key });

const server = await faultyServer();
const other = await faultyServer();
const live = await liveApi();
let dir: string;

beforeEach(() => {
	server.reset();
	other.reset();
	live.reset();
	dir = join(newPlace(), "mirror");
});

/** Mirrors a tree, from the same address as all others. */
async function take(tree: string, options = {}) {
	server.serves = tree;
	return await mirrorTo(dir, server.origin, options);
}

/** Expects a run to be refused and the mirror to stay as it is. Returns the message. */
async function refusal(tree: string, options = {}, url = server.origin): Promise<string> {
	const before = filesOf(dir);
	server.serves = tree;
	const { message, exitCode } = await failureOf(mirrorTo(dir, url, options));
	const isTransfer = /could not be fetched/.test(message);
	expect(exitCode).toBe(isTransfer ? 1 : 8);
	expect(filesOf(dir)).toEqual(before);
	return message;
}

const PACK = filesIn(third).find(({ path }) => /packs\/.*\.ndjson$/.test(path))?.path ?? "";
const evil: Pointer = JSON.parse(textOf(byOther, POINTER));
const { packs, search, slugs, manifest } = evil;
const ROOTS = { packs, search, slugs, manifest };

const ATTACKS: readonly (readonly [name: string, tree: string, refusal: RegExp])[] = [
	["an older release that was kept", first, /has release 1, but release 2 \(build \w+\) was here/],
	["another release with the same number", rival, /has release 2, but release 2 \(build/],
	[
		"a release without a number",
		await repointed(third, { serial: undefined as never }),
		/has release without a number/,
	],
	["a release that is not signed", unsigned, /has release without a number|does not name the key/],
	[
		"a signature that was taken away",
		changed(third, { [SIGNATURE]: undefined }),
		/status 404, so the release is not signed with/,
	],
	[
		"the signature of another release",
		changed(third, { [SIGNATURE]: textOf(second, SIGNATURE) }),
		/is not a signature with/,
	],
	["another key", byOther, /its release does not name the key/],
	["another key's release that names ours", imitation, /is not a signature with/],
	["a number made larger", await repointed(second, { serial: 9 }), /is not a signature with/],
	[
		"a consistently rehashed tree with other content",
		await repointed(third, ROOTS),
		/is not a signature with/,
	],
	[
		"our tree with a changed file",
		changed(third, { [PACK]: '{"name":"evil"}\n' }),
		/could not be fetched/,
	],
];

describe("after a first release, each of these is refused, and the mirror stays as it is:", () => {
	test.for(ATTACKS)("%s", async ([, tree, said]) => {
		await take(second);
		expect(await refusal(tree)).toMatch(said);
		server.reset();
		await take(third);
		expect(JSON.parse(textOf(dir, POINTER)).serial).toBe(3);
	});
});

describe("with --key, the first release already must be signed with it:", () => {
	test.for([
		["a release that is not signed", unsigned],
		["another key's release", byOther],
		["another key's release that names ours", imitation],
	] as const)("%s is refused", async ([, tree]) => {
		server.serves = tree;
		expect((await failureOf(mirrorTo(dir, server.origin, { key }))).exitCode).toBe(8);
		expect(filesOf(dir)).toBeUndefined();
	});

	test("the owner's release is taken, and the mirror of such a mirror, unless it was tampered with", async () => {
		await take(second, { key });
		const mirrored = dir;
		dir = join(newPlace(), "mirror");
		await take(mirrored, { key });
		expect(textOf(dir, SIGNATURE)).toBe(textOf(second, SIGNATURE));
		dir = join(newPlace(), "mirror");
		const tampered = await repointed(mirrored, { base_url: "https://evil.test" });
		expect(await refusal(tampered, { key })).toMatch(/is not a signature with/);
	});

	test("a new key is taken where the user names it", async () => {
		await take(second);
		await take(byOther, { key: otherKey });
		expect(await refusal(third, { allow: ["rollback"] })).toContain(otherKey);
	});
});

describe("what --allow rollback has allowed is what counts from then on:", () => {
	const allowed = { allow: ["rollback", "shrink"] } as const;

	test("an older release, whose signature still counts", async () => {
		await take(second);
		const forged = changed(first, { [SIGNATURE]: textOf(third, SIGNATURE) });
		expect(await refusal(forged, allowed)).toMatch(/not a signature/);
		await take(first, allowed);
		expect(JSON.parse(textOf(dir, POINTER)).serial).toBe(1);
	});

	test("another release with the same number", async () => {
		await take(second);
		await take(rival, allowed);
		expect((await take(rival)).status).toBe("unchanged");
		const build = JSON.parse(textOf(rival, POINTER)).build.slice(0, 16);
		expect(await refusal(second)).toContain(`release 2 (build ${build}) was here before`);
		await take(second, allowed);
		expect((await take(second)).status).toBe("unchanged");
	});
});

/** States of DIR between two runs, which our own documents lead to. */
const MEANWHILE: readonly (readonly [string, () => unknown])[] = [
	["is as it was", () => {}],
	[
		"was removed, as DIR.previous was",
		() => {
			for (const folder of [dir, `${dir}.previous`]) rmSync(folder, { recursive: true });
		},
	],
	[
		"is the state before",
		() => {
			rmSync(dir, { recursive: true });
			renameSync(`${dir}.previous`, dir);
		},
	],
];

const clips = (count: number) => release(Array.from({ length: count }, (_, i) => `clip ${i}`));
const [red, fewer, few, older] = [await clips(10), await clips(9), await clips(8), await clips(1)];
const { folder: empty } = await publishRecords([], { parent });
const { folder: withoutSounds } = await publishRecords(
	Array.from({ length: 10 }, (_, i) => ({
		...{ name: `clip ${i}`, slug: `clip-${i}`, color: "FF8800" },
		sound: "https://media.test/media/sounds/x.mp3",
	})),
	{ parent },
);

describe.for(MEANWHILE)("where DIR %s,", ([, change]) => {
	/** Mirrors an older release, and then the one that counts. */
	async function mirrored(first: string, then: string): Promise<void> {
		for (const tree of [first, then]) await take(tree, { allow: ["shrink"] });
		await change();
	}

	test("another key, and a release without a number, are refused", async () => {
		await mirrored(unsigned, second);
		expect(await refusal(byOther)).toContain(`its release does not name the key ${key}`);
		expect(await refusal(unsigned)).toMatch(/has release without a number, but release 2 \(build/);
	});

	test("a source with far fewer clips or media, another one, and one without a pointer are refused", async () => {
		await mirrored(older.folder, red.folder);
		const fewerThan = (said: string): string =>
			`${server.origin}: ${said.replace("DIR", dir)}; if that is right, allow it with --allow shrink`;
		expect(await refusal(empty)).toBe(fewerThan("has 0 clips, and DIR had 10"));
		expect(await refusal(few.folder)).toBe(fewerThan("has 8 clips, and DIR had 10"));
		expect(await refusal(withoutSounds)).toBe(fewerThan("has 0 media, and DIR had 11"));
		other.serves = red.folder;
		expect(await refusal(red.folder, {}, other.origin)).toBe(
			`${other.origin}: is not the source of ${dir}, which is ${server.origin}; name that, or take over from here with --allow source`,
		);
		server.serves = live.server.serves;
		expect((await failureOf(mirrorTo(dir, server.origin))).message).toBe(
			`${server.origin}/latest.json: is not the pointer of a published tree, but ${dir} is the mirror of one; ask its publisher, or crawl it as a live server with --crawl`,
		);
	});
});

test("a tenth fewer clips are taken, and fewer clips and another source if the user allows them", async () => {
	await take(red.folder);
	await take(fewer.folder);
	expectRelease(dir, fewer);
	await take(older.folder, { allow: ["shrink"] });
	other.serves = red.folder;
	await mirrorTo(dir, other.origin, { allow: ["source"] });
	expect((await mirrorTo(dir, other.origin)).status).toBe("unchanged");
});

test("a key and a number outlive a crawl, and lead back to a tree", async () => {
	await take(second);
	server.serves = live.server.serves;
	await mirrorTo(dir, server.origin, { crawl: true, allow: ["shrink"] });
	const back = { allow: ["shrink", "source"] } as const;
	expect(await refusal(byOther, back)).toContain(key);
	expect(await refusal(first, back)).toContain("has release 1, but release 2");
	expect(await take(second, back)).toMatchObject({ kind: "tree", status: "mirrored" });
	expect(await refusal(rival)).toContain("has release 2, but release 2");
});
