/**
 * The last release that was mirrored decides which key, number, source and size the next one must have;
 * attacks are refused.
 */
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { createKeyFiles } from "../../scripts/signing/key-file.ts";
import { releaseOf as signedBy } from "../../scripts/signing/release.ts";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { type Fault, faultyServer } from "../fixtures/faulty-server.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { expectRelease, failureOf, filesOf, mirrorTo, shell } from "./mirror-run.ts";
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
const byOther = await signed([...NAMES, "evil"], 4, otherKeyFile);
const unsigned = (await publishRecords(named([...NAMES, "evil"]), { parent })).folder;

const [POINTER, SIGNATURE] = ["latest.json", "latest.json.minisig"];

/** What a source offers: a tree, with other answers for some of its files. */
type Offer = readonly [tree: string, answers?: Readonly<Record<string, Fault>>];

/** A tree with a changed pointer that has the right build id. */
async function repointed(tree: string, changes: Partial<Pointer>): Promise<Offer> {
	const pointer: Pointer = JSON.parse(textOf(tree, POINTER));
	return [tree, { [POINTER]: { body: await pointerJson({ ...pointer, ...changes }) } }];
}

/** A release by somebody else that names the owner's key. */
const imitation = await repointed(byOther, { key });

const server = await faultyServer();
const other = await faultyServer();
let dir: string;

beforeEach(() => {
	other.reset();
	dir = join(newPlace(), "mirror");
});

const offer = (offered: string | Offer): void =>
	typeof offered === "string" ? server.reset(offered) : server.reset(...offered);

/** Mirrors a tree, from the same address as all others. */
async function take(offered: string | Offer, options = {}) {
	offer(offered);
	return await mirrorTo(dir, server.origin, options);
}

/** Expects a run to be refused and the mirror to stay as it is. Returns the message. */
async function refusal(offered: string | Offer, options = {}, url = server.origin) {
	const before = filesOf(dir);
	offer(offered);
	const { message, exitCode } = await failureOf(mirrorTo(dir, url, options));
	expect(exitCode).toBe(/could not be fetched/.test(message) ? 1 : 8);
	expect(filesOf(dir)).toEqual(before);
	return message;
}

const PACK = filesIn(third).find(({ path }) => /packs\/.*\.ndjson$/.test(path))?.path ?? "";
const { packs, search, slugs, manifest }: Pointer = JSON.parse(textOf(byOther, POINTER));

/** The message for a bad signature, where a different key would not help. */
const NOT_SIGNED =
	/is not a signature of latest\.json with the key \S+; if a release is being uploaded right now, run this again later; otherwise, tell the publisher$/;

test.for<readonly [name: string, offered: string | Offer, said: RegExp]>([
	[
		"an older release that was kept",
		first,
		/has release 1, but release 2 \(build \w+\) was mirrored here/,
	],
	["another release with the same number", rival, /has release 2, but release 2 \(build/],
	["a release that is not signed", unsigned, /has release without a number/],
	["a signature that was taken away", [third, { [SIGNATURE]: { status: 404 } }], NOT_SIGNED],
	[
		"the signature of another release",
		[third, { [SIGNATURE]: { body: textOf(second, SIGNATURE) } }],
		NOT_SIGNED,
	],
	["another key", byOther, /is not signed with the expected key .* pass the new one with --key/],
	["another key's release that names ours", imitation, NOT_SIGNED],
	["a number made larger", await repointed(second, { serial: 9 }), NOT_SIGNED],
	[
		"a consistently rehashed tree with other content",
		await repointed(third, { packs, search, slugs, manifest }),
		NOT_SIGNED,
	],
	[
		"our tree with a changed file",
		[third, { [PACK]: { body: '{"name":"evil"}\n' } }],
		/could not be fetched/,
	],
])(
	"after a first release, %s is refused, and the mirror stays as it is",
	async ([, offered, said]) => {
		await take(second);
		expect(await refusal(offered)).toMatch(said);
		await take(third);
		expect(JSON.parse(textOf(dir, POINTER)).serial).toBe(3);
	},
);

describe("with --key", () => {
	test.for<readonly [string, string | Offer]>([
		["a release that is not signed", unsigned],
		["another key's release that names ours", imitation],
	])("%s is refused even as the first release", async ([, offered]) => {
		expect(await refusal(offered, { key })).toMatch(/key|signature/);
	});

	test("the owner's release is accepted, also from a mirror of a mirror, unless it was tampered with", async () => {
		await take(second, { key });
		const mirrored = dir;
		dir = join(newPlace(), "mirror");
		await take(mirrored, { key });
		expect(textOf(dir, SIGNATURE)).toBe(textOf(second, SIGNATURE));
		dir = join(newPlace(), "mirror");
		const tampered = await repointed(mirrored, { base_url: "https://evil.test" });
		expect(await refusal(tampered, { key })).toMatch(NOT_SIGNED);
	});

	test("a new key is accepted if the user names it", async () => {
		await take(second);
		await take(byOther, { key: otherKey });
		expect(await refusal(third, { allow: ["rollback"] })).toContain(otherKey);
	});
});

test("a release that --allow rollback has allowed is the reference from then on, and must be signed too", async () => {
	const allowed = { allow: ["rollback", "shrink"] } as const;
	await take(second);
	const forged: Offer = [first, { [SIGNATURE]: { body: textOf(third, SIGNATURE) } }];
	expect(await refusal(forged, allowed)).toMatch(NOT_SIGNED);
	await take(first, allowed);
	await take(rival);
	expect((await take(rival)).status).toBe("unchanged");
	const build = JSON.parse(textOf(rival, POINTER)).build.slice(0, 16);
	expect(await refusal(second)).toContain(`release 2 (build ${build}) was mirrored here before`);
	await take(second, allowed);
	expect((await take(second)).status).toBe("unchanged");
});

/** States of DIR between two runs, as people who follow our documents can produce them. */
test.for([
	["is as it was", ":"],
	["was removed, and the previous state too", "rm -r mirror mirror.mirror/previous"],
	["is the previous state", "rm -r mirror; mv mirror.mirror/previous mirror"],
] as const)(
	"where DIR %s, the last release that was mirrored decides what is refused",
	async ([, script]) => {
		await take(unsigned, { allow: ["shrink"] });
		await take(third);
		shell(script, dirname(dir), {});
		expect(await refusal(byOther)).toContain(
			`the release is not signed with the expected key ${key}`,
		);
		expect(await refusal(unsigned)).toMatch(/has release without a number, but release 3 \(build/);
		expect(await refusal(first, { allow: ["rollback"] })).toBe(
			`${server.origin}: has 1 clips, and ${dir} had 3; if that is right, allow it with --allow shrink`,
		);
		other.serves = third;
		expect(await refusal(third, {}, other.origin)).toBe(
			`${other.origin}: is not the source of ${dir}, which is ${server.origin}; mirror that source, or switch to this one with --allow source`,
		);
	},
);

test("a tenth fewer clips are accepted, and even fewer clips or media or another source if the user allows it", async () => {
	const clips = (count: number) => release(Array.from({ length: count }, (_, i) => `clip ${i}`));
	const [ten, nine, one] = [await clips(10), await clips(9), await clips(1)];
	await take(ten.folder);
	await take(nine.folder);
	expectRelease(dir, nine);
	const { folder: withoutMedia } = await publishRecords(named(Array(9).fill("boom")), { parent });
	expect(await refusal(withoutMedia)).toMatch(/has 0 media, and .* had 10; .* --allow shrink$/);
	await take(one.folder, { allow: ["shrink"] });
	other.serves = ten.folder;
	await mirrorTo(dir, other.origin, { allow: ["source"] });
	expect((await mirrorTo(dir, other.origin)).status).toBe("unchanged");
});

test("a release that is just being uploaded is not refused: its pointer and signature are read once more", async () => {
	await take(second);
	const [old, fresh] = [textOf(second, SIGNATURE), textOf(third, SIGNATURE)];
	offer([third, { [SIGNATURE]: { body: fresh } }]);
	server.fault(SIGNATURE, { body: old });
	expect(await mirrorTo(dir, server.origin)).toMatchObject({ status: "mirrored" });
	offer([byOther, { [POINTER]: { body: textOf(second, POINTER) } }]);
	server.fault(POINTER, { body: textOf(first, POINTER) });
	const { exitCode, message } = await failureOf(
		mirrorTo(dir, server.origin, { allow: ["rollback", "shrink"] }),
	);
	expect({ exitCode, message }).toEqual({
		exitCode: 1,
		message: `${server.origin}: has published a different release in the meantime; run this again to mirror it`,
	});
});
