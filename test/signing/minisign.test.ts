/** Signatures are those that minisign makes, and any other text, key or comment is refused. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createKeyFiles, readSecretKey } from "../../scripts/signing/key-file.ts";
import { isPublicKey, isSigned, signature } from "../../scripts/signing/minisign.ts";
import { parseTime, releaseOf, sourceDate } from "../../scripts/signing/release.ts";
import { publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { expectWhole } from "../fixtures/tree-files.ts";
import { binaryOf, MINISIGN, skipping } from "../hosts/tools.ts";

const folder = temporaryFolder();
const keyFile = join(folder, "own.key");
const publicKey = createKeyFiles(keyFile);
const otherKey = createKeyFiles(join(folder, "other.key"));
const secret = readSecretKey(keyFile);
const release = releaseOf({ sign: keyFile, serial: 3, published: "2026-01-31T00:00:00Z" });
const tree = await publishRecords([], { parent: folder, release });

const POINTER = readFileSync(join(tree.folder, "latest.json"), "utf8");
const MINISIG = readFileSync(join(tree.folder, "latest.json.minisig"), "utf8");

test("a signed release has its number, date and key, and its signature is valid", async () => {
	const { serial, published, key } = tree.published.pointer;
	expect([serial, published, key]).toEqual([3, "2026-01-31T00:00:00Z", publicKey]);
	expect(isSigned(POINTER, MINISIG, publicKey)).toBe(true);
	await expectWhole(tree.folder, ["latest.json.minisig"]);
});

test("the same data, options and key give the same bytes", async () => {
	const again = await publishRecords([], { parent: folder, release });
	expect(readFileSync(join(again.folder, "latest.json.minisig"), "utf8")).toBe(MINISIG);
});

const { skip, title } = skipping(MINISIGN);
test.skipIf(skip)(`minisign accepts the signature, and refuses a changed pointer: ${title}`, () => {
	const minisign = binaryOf(MINISIGN) ?? "";
	const copy = temporaryFolder();
	const verify = (text: string) => {
		writeFileSync(join(copy, "latest.json"), text);
		writeFileSync(join(copy, "latest.json.minisig"), MINISIG);
		return spawnSync(minisign, ["-V", "-p", `${keyFile}.pub`, "-m", join(copy, "latest.json")]);
	};
	expect(verify(POINTER).stdout.toString()).toContain(
		"Trusted comment: file:latest.json serial:3 published:2026-01-31T00:00:00Z",
	);
	expect(verify(`${POINTER} `).status).not.toBe(0);
});

test("a signature with any byte changed, cut off or added is refused", () => {
	const [comment = ""] = MINISIG.split("\n", 1);
	const at = fc.integer({ min: comment.length + 1, max: MINISIG.length - 2 });
	fc.assert(
		fc.property(at, fc.string({ maxLength: 3 }), fc.nat(3), (start, put, taken) => {
			const changed = MINISIG.slice(0, start) + put + MINISIG.slice(start + taken);
			fc.pre(changed !== MINISIG && changed.replaceAll("\r\n", "\n") !== MINISIG);
			return !isSigned(POINTER, changed, publicKey);
		}),
		{ numRuns: 500 },
	);
});

test("another key, another text and a key of another kind are refused", () => {
	expect(isSigned(POINTER, MINISIG, otherKey)).toBe(false);
	expect(isSigned(POINTER.replace('"count":0', '"count":1'), MINISIG, publicKey)).toBe(false);
	expect(isSigned(POINTER, MINISIG, "RWQ")).toBe(false);
	expect([publicKey, otherKey, "", "RWQ", MINISIG].map(isPublicKey)).toEqual([
		true,
		true,
		false,
		false,
		false,
	]);
	expect(isSigned("a", signature("a", secret, "a comment\nof two lines"), publicKey)).toBe(false);
});

test("only the owner can read a secret key", () => {
	expect(statSync(keyFile).mode & 0o777).toBe(0o600);
});

describe("the time of a release", () => {
	test.for([
		["2026-01-31", "2026-01-31T00:00:00Z"],
		["2026-01-31T23:59:59Z", "2026-01-31T23:59:59Z"],
		["2026-02-30", undefined],
		["2026-01-31T24:00:00Z", undefined],
		["2026-01-31T23:59:59+01:00", undefined],
		["today", undefined],
	] as const)("%s is %s", ([text, time]) => {
		expect(parseTime(text)).toBe(time);
	});

	test("comes from SOURCE_DATE_EPOCH if that is set, and a wrong one is an error", () => {
		expect(sourceDate({ SOURCE_DATE_EPOCH: "1769817600" })).toBe("2026-01-31T00:00:00Z");
		expect(sourceDate({})).toBeUndefined();
		expect(() => sourceDate({ SOURCE_DATE_EPOCH: "now" })).toThrow(/must be a number of seconds/);
	});
});
