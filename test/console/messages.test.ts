/** Messages use names that their reader knows and say how to fix problems, no text can manipulate a terminal, and progress takes one line. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBaseUrl } from "../../scripts/console/options.ts";
import { progressBar } from "../../scripts/console/progress.ts";
import { shown, sizeText } from "../../scripts/console/text.ts";
import { UserError, withFile } from "../../scripts/console/user-error.ts";
import { clip, type Files, ndjson, problemLines } from "../fixtures/data-folder.ts";

/** Characters that move the cursor, are invisible, or reverse the line. */
const TRICKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Red, a bidirectional override, and a C1 control. */
const EVIL = "\x1b[31m\u202e\x9b";

describe("shown", () => {
	test.for([
		[null, "null"],
		[undefined, "undefined"],
		["\x1b[31m\u202eevil\u2028", '"\\u001b[31m\\u{202e}evil\\u{2028}"'],
		["x".repeat(78), `"${"x".repeat(78)}"`],
		["x".repeat(79), `"${"x".repeat(79)}… (79 characters)`],
		[`${"x".repeat(78)}😀`, `"${"x".repeat(78)}… (80 characters)`],
	] as const)("%j is %s", ([value, text]) => {
		expect(shown(value)).toBe(text);
	});

	test("is short, well-formed and safe for any value", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()), (value) => {
				expect(shown(value)).not.toMatch(TRICKS);
				expect(shown(value).isWellFormed()).toBe(true);
				expect(shown(value).length).toBeLessThan(120);
			}),
		);
	});
});

test.for<readonly [string, Files]>([
	["a value", { "a.ndjson": ndjson(clip({ color: EVIL })) }],
	["the name of a field", { "a.ndjson": ndjson(clip({ [EVIL]: 1 })) }],
	["a line that is not JSON", { "a.ndjson": `{"name":${EVIL}}` }],
	["the name of a file", { [`${EVIL}.ndjson`]: ndjson(clip({ color: "x" })) }],
])("a problem line is safe even with unprintable characters in %s", async ([, files]) => {
	const lines = await problemLines(files);
	expect(lines).toHaveLength(1);
	expect(lines[0]).not.toMatch(TRICKS);
});

test.for([
	[0, "0 bytes"],
	[1, "1 byte"],
	[999_949, "999.9 KB"],
	[999_950, "1.0 MB"],
	[5_432_100_000_000, "5432.1 GB"],
] as const)("%i bytes are %s", ([bytes, text]) => {
	expect(sizeText(bytes)).toBe(text);
});

test.for([
	["HTTPS://H.TEST:443/", "https://h.test"],
	["http://h.test:8080/a/b/", "http://h.test:8080/a/b"],
	["https://bücher.test/é", "https://xn--bcher-kva.test/%C3%A9"],
] as const)("%s is the base URL %s", ([text, url]) => {
	expect(parseBaseUrl(text)).toBe(url);
});

function failed(code: string, message: string, path?: string): Error {
	const call = { code, syscall: "open", ...(path !== undefined && { path }) };
	return Object.assign(new Error(`${code}: ${message}`), call);
}

test.each([
	[
		failed("EACCES", "permission denied, open '/d/.new-1.a'", "/d/.new-1.a"),
		"/d/a: EACCES: permission denied; change its permissions (rest)",
	],
	[
		failed("EACCES", "permission denied, mkdir '/d, it's'", "/d, it's"),
		"/d/a: EACCES: permission denied; change its permissions (rest)",
	],
	[
		failed("ENOSPC", "no space left on device, write"),
		"/d/a: ENOSPC: no space left on device; free up space there (df -h and df -i show what is full) (rest)",
	],
	[
		failed("EISDIR", "illegal operation on a directory, rename '/d/.new-1.a' -> '/d/a'", "/d/a"),
		"/d/a: EISDIR: illegal operation on a directory; fix this and run the command again (rest)",
	],
])("%s", (error, message) => {
	expect(withFile("/d/a", error, " (rest)")).toEqual(new UserError(message));
});

test("other errors stay as they are", () => {
	const error = new TypeError("x");
	expect(withFile("a", error, "")).toBe(error);
});

/** What a terminal receives. */
function shownOn(terminal: { isTTY?: boolean; TERM?: string; columns?: number }): string[] {
	const { isTTY = true, TERM = "xterm", columns = 80 } = terminal;
	const written: string[] = [];
	const stderr = { isTTY, columns, write: (text: string) => written.push(text) };
	const bar = progressBar({ stderr, env: { TERM } } as unknown as typeof process);
	bar.show("reading", 0, 0);
	bar.show("reading", 1, 4);
	bar.show("writing", 1, 4, "1 file");
	bar.stop();
	bar.stop();
	return written;
}

test("a stage has one line, which disappears when all is done", () => {
	const [bar, done] = ["█".repeat(10) + "░".repeat(30), "█".repeat(40)];
	expect(shownOn({})).toEqual([
		`\r\x1b[Kreading ${done} 100%, 0 of 0`,
		`\r\x1b[Kwriting ${bar} 25%, 1 file`,
		"\r\x1b[K",
	]);
});

test("no line is as wide as the terminal, which would wrap it", () => {
	for (const text of shownOn({ columns: 20 })) {
		expect(text.slice("\r\x1b[K".length).length).toBeLessThan(20);
	}
});

test.each([
	["output that is not a terminal", { isTTY: false }],
	["a terminal that shows escape sequences as they are", { TERM: "dumb" }],
])("nothing is written to %s", (_, terminal) => {
	expect(shownOn(terminal)).toEqual([]);
});
