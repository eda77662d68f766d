/** A failed system call is told with the file that its owner knows, and with a fix. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UserError, withFile } from "../../scripts/console/user-error.ts";
import { temporaryFolder } from "../fixtures/published.ts";

function failed(code: string, message: string, path?: string): Error {
	const call = { code, syscall: "open", ...(path !== undefined && { path }) };
	return Object.assign(new Error(`${code}: ${message}`), call);
}

test.each([
	[
		failed("EACCES", "permission denied, open '/d/.new-1.a'", "/d/.new-1.a"),
		"/d/a: EACCES: permission denied; make it writable for you (rest)",
	],
	[
		failed("EACCES", "permission denied, mkdir '/d, it's'", "/d, it's"),
		"/d/a: EACCES: permission denied; make it writable for you (rest)",
	],
	[
		failed("ENOSPC", "no space left on device, write"),
		"/d/a: ENOSPC: no space left on device; make room there (rest)",
	],
	[
		failed("ENOSPC", "no space left on device, open '/d/.new-1.a'", "/d/.new-1.a"),
		"/d/a: ENOSPC: there is no room for another file, or no inode left (df -i counts them); make room there (rest)",
	],
	[
		failed("EISDIR", "illegal operation on a directory, rename '/d/.new-1.a' -> '/d/a'", "/d/a"),
		"/d/a: EISDIR: illegal operation on a directory; clear the way, and run this again (rest)",
	],
])("%s", (error, message) => {
	expect(withFile("/d/a", error, " (rest)")).toEqual(new UserError(message));
});

test("an error that Node throws", () => {
	const folder = join(temporaryFolder(), "folder");
	mkdirSync(folder);
	let thrown: unknown;
	try {
		writeFileSync(folder, "");
	} catch (error) {
		thrown = withFile("a", error, "");
	}
	expect((thrown as Error).message).toMatch(/^a: EISDIR: [a-z ]+; clear the way/);
});

test("other errors stay as they are", () => {
	const error = new TypeError("x");
	expect(withFile("a", error, "")).toBe(error);
});
