/** Whose releases are taken: those signed with the key that was given, or seen first, and none that are older. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { textOf } from "../fixtures/tree-files.ts";
import { faultyServer } from "./faulty-server.ts";
import { failureOf, filesOf, mirrorTo } from "./mirror-run.ts";
import { newPlace } from "./releases.ts";
import {
	byOther,
	changed,
	first,
	imitation,
	key,
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

/** The first digits of the build of a tree. */
function buildOf(tree: string): string {
	return JSON.parse(textOf(tree, POINTER)).build.slice(0, 16);
}

const unsignedAs = (changes: object): Promise<string> => repointed(unsigned, changes);

/** Serves a tree. Returns its address. */
async function serving(tree: Promise<string>): Promise<string> {
	server.serves = await tree;
	return server.origin;
}

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
	server.serves = changed(first, { [SIGNATURE]: textOf(third, SIGNATURE) });
	const options = { allowRollback: true, allowShrink: true };
	expect((await failureOf(mirrorTo(dir, server.origin, options))).message).toMatch(
		/not a signature/,
	);
	server.serves = first;
	await mirrorTo(dir, server.origin, options);
	expect(JSON.parse(textOf(dir, POINTER)).serial).toBe(1);
});

describe("what --allow-rollback has allowed is what counts from then on:", () => {
	const allowed = { allowRollback: true, allowShrink: true };

	test("another release with the same number is in turn no longer taken", async () => {
		await mirrorOfSecond();
		server.serves = rival;
		await mirrorTo(dir, server.origin, allowed);
		expect((await mirrorTo(dir, server.origin)).status).toBe("unchanged");
		server.serves = second;
		const { exitCode, message } = await failureOf(mirrorTo(dir, server.origin));
		expect({ exitCode, message }).toEqual({
			exitCode: 8,
			message: expect.stringContaining(`release 2 (build ${buildOf(rival)}) was there before`),
		});
		await mirrorTo(dir, server.origin, allowed);
		expect((await mirrorTo(dir, server.origin)).status).toBe("unchanged");
	});

	test("after a release without a number, the next needs none", async () => {
		const unnumbered = { serial: undefined as never };
		await mirrorTo(dir, await serving(unsignedAs({ serial: 5 })));
		await mirrorTo(dir, await serving(unsignedAs(unnumbered)), allowed);
		const newer = unsignedAs({ ...unnumbered, published: "2026-02-01T00:00:00Z" });
		expect(await mirrorTo(dir, await serving(newer))).toMatchObject({ status: "mirrored" });
	});
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
