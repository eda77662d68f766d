/** What a source can try that is not the publisher, or is no longer: each attack ends in a refusal. */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createKeyFiles } from "../../scripts/signing/key-file.ts";
import { releaseOf as signedBy } from "../../scripts/signing/release.ts";
import { type Pointer, pointerJson } from "../../scripts/tree/pointer.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { failureOf, filesOf, mirrorTo } from "./mirror-run.ts";
import { newPlace, parent } from "./releases.ts";

const [keyFile, otherKeyFile] = [join(parent, "own.key"), join(parent, "other.key")];
const key = createKeyFiles(keyFile);
const otherKey = createKeyFiles(otherKeyFile);

/** Publishes clips, signed with a key. Returns the folder. */
async function signed(names: readonly string[], serial: number, sign = keyFile): Promise<string> {
	const published = `2026-01-0${serial}T00:00:00Z`;
	const how = signedBy({ sign, serial, published });
	return (await publishRecords(named(names), { parent, ...how })).folder;
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
	cpSync(realpathSync(tree), copy, { recursive: true });
	for (const [path, text] of Object.entries(files)) {
		// Files of a mirror are read-only.
		rmSync(join(copy, path), { force: true });
		if (text !== undefined) writeFileSync(join(copy, path), text);
	}
	return copy;
}

const POINTER = "latest.json";
const SIGNATURE = "latest.json.minisig";

/** A tree whose pointer says something else, with the build id that fits. */
async function repointed(tree: string, changes: Partial<Pointer>): Promise<string> {
	const pointer: Pointer = JSON.parse(textOf(tree, POINTER));
	return changed(tree, { [POINTER]: await pointerJson({ ...pointer, ...changes }) });
}

const server = await faultyServer();
let dir: string;

beforeEach(() => {
	server.reset();
	dir = join(newPlace(), "mirror");
});

/** A mirror of the second release, from the same address. */
async function mirrorOfSecond(options = {}): Promise<void> {
	server.serves = second;
	await mirrorTo(dir, server.origin, options);
}

const signature = textOf(third, SIGNATURE);
const PACK = filesIn(third).find(({ path }) => /packs\/.*\.ndjson$/.test(path))?.path ?? "";
const evil: Pointer = JSON.parse(textOf(byOther, POINTER));
const { packs, search, slugs, manifest } = evil;
const imitation = await repointed(byOther, { key });
const ROOTS = { packs, search, slugs, manifest };

const ATTACKS: readonly (readonly [name: string, tree: string, refusal: RegExp])[] = [
	["an older release that was kept", first, /has release 1, but release 2 \(build \w+\) was there/],
	["another release with the same number", rival, /has release 2, but release 2 \(build/],
	[
		"a release without a number",
		await repointed(third, { serial: undefined as never }),
		/has release without a number/,
	],
	["a release that is not signed", unsigned, /has release without a number|does not name the key/],
	[
		"a release with a number that is not signed",
		await repointed(unsigned, { serial: 9 }),
		/its release does not name the key/,
	],
	[
		"a signature that was taken away",
		changed(third, { [SIGNATURE]: undefined }),
		/status 404, so the release is not signed with/,
	],
	["an empty signature", changed(third, { [SIGNATURE]: "" }), /is not a signature with/],
	[
		"a page instead of the signature",
		changed(third, { [SIGNATURE]: "<!doctype html>" }),
		/is not a signature with/,
	],
	[
		"an endless signature",
		changed(third, { [SIGNATURE]: signature.repeat(50) }),
		/has more than 4096 bytes/,
	],
	[
		"the signature of another release",
		changed(third, { [SIGNATURE]: textOf(second, SIGNATURE) }),
		/is not a signature with/,
	],
	["another key", byOther, /its release does not name the key/],
	["another key's release that names ours", imitation, /is not a signature with/],
	[
		"our release that names another key",
		await repointed(third, { key: otherKey }),
		/its release does not name the key/,
	],
	[
		"a changed comment in the signature",
		changed(third, { [SIGNATURE]: signature.replace("serial:3", "serial:4") }),
		/is not a signature with/,
	],
	["a number made larger", await repointed(second, { serial: 9 }), /is not a signature with/],
	[
		"a date made newer",
		await repointed(third, { published: "2027-01-01T00:00:00Z" }),
		/is not a signature with/,
	],
	[
		"another base URL",
		await repointed(third, { base_url: "https://evil.test" }),
		/is not a signature with/,
	],
	[
		"a consistently rehashed tree with other content",
		await repointed(third, ROOTS),
		/is not a signature with/,
	],
	[
		"our pointer with another tree's clips",
		changed(byOther, { [POINTER]: textOf(third, POINTER), [SIGNATURE]: signature }),
		/could not be fetched|is missing|was answered with status 404/,
	],
	[
		"our tree with a changed file",
		changed(third, { [PACK]: '{"name":"evil"}\n' }),
		/could not be fetched/,
	],
	[
		"a pointer with another build id",
		changed(third, {
			[POINTER]: textOf(third, POINTER).replace(/"build":"\w{8}/, '"build":"00000000'),
		}),
		/does not match its build id/,
	],
];

describe("after a first release, each of these is refused, and the mirror stays as it is:", () => {
	test.for(ATTACKS)("%s", async ([, tree, refusal]) => {
		await mirrorOfSecond();
		const before = filesOf(dir);
		server.serves = tree;
		expect((await failureOf(mirrorTo(dir, server.origin))).message).toMatch(refusal);
		expect(filesOf(dir)).toEqual(before);
		server.serves = third;
		server.reset();
		await mirrorTo(dir, server.origin);
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
		const error = await failureOf(mirrorTo(dir, server.origin, { key }));
		expect(error.exitCode).toBe(8);
		expect(filesOf(dir)).toBeUndefined();
	});

	test("the owner's release is taken, and the mirror of such a mirror too", async () => {
		await mirrorOfSecond({ key });
		server.serves = dir;
		const turn = join(newPlace(), "mirror");
		await mirrorTo(turn, server.origin, { key });
		expect(textOf(turn, SIGNATURE)).toBe(textOf(second, SIGNATURE));
	});

	test("a mirror that was tampered with is refused as a source", async () => {
		await mirrorOfSecond();
		server.serves = await repointed(dir, { base_url: "https://evil.test" });
		const turn = join(newPlace(), "mirror");
		const { message } = await failureOf(mirrorTo(turn, server.origin, { key }));
		expect(message).toMatch(/is not a signature with/);
	});

	test("a new key is taken where the user names it", async () => {
		await mirrorOfSecond();
		server.serves = byOther;
		await mirrorTo(dir, server.origin, { key: otherKey });
		server.serves = third;
		expect((await failureOf(mirrorTo(dir, server.origin))).exitCode).toBe(8);
	});
});

test("an older release is taken with --allow-rollback, and its signature still counts", async () => {
	await mirrorOfSecond();
	server.serves = changed(first, { [SIGNATURE]: signature });
	const options = { allowRollback: true, allowShrink: true };
	expect((await failureOf(mirrorTo(dir, server.origin, options))).message).toMatch(
		/not a signature/,
	);
	server.serves = first;
	await mirrorTo(dir, server.origin, options);
	expect(JSON.parse(textOf(dir, POINTER)).serial).toBe(1);
});

test("a release that is held back longer than --max-age causes a warning, even if nothing has changed", async () => {
	await mirrorOfSecond();
	const { notes } = await mirrorTo(dir, server.origin, { maxAge: 1 });
	expect(notes).toEqual([
		`${server.origin}: its release is of 2026-01-02T00:00:00Z, and --max-age is 1 days; ask whether there is a newer one`,
	]);
	const young = await mirrorTo(dir, server.origin, { maxAge: 36_500 });
	expect(young.notes).toEqual([]);
});

test("a signature that belongs to a release published meanwhile is no reason to refuse", async () => {
	await mirrorOfSecond();
	server.before = ({ path }) => {
		if (path === SIGNATURE) server.serves = third;
	};
	server.serves = changed(second, { [POINTER]: readFileSync(join(third, POINTER), "utf8") });
	await mirrorTo(dir, server.origin);
	expect(JSON.parse(textOf(dir, POINTER)).serial).toBe(3);
});
