/** What a source can try that is not the publisher, or is no longer: each attack ends in a refusal. */
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Pointer } from "../../scripts/tree/pointer.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { failureOf, filesOf, mirrorTo } from "./mirror-run.ts";
import { newPlace } from "./releases.ts";
import {
	byOther,
	changed,
	first,
	imitation,
	otherKey,
	POINTER,
	repointed,
	rival,
	SIGNATURE,
	second,
	third,
	unsigned,
} from "./signed-releases.ts";

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
