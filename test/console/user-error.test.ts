/** A failed system call is told with the file that its owner knows, and with a fix. */
import { expect, test } from "vitest";
import { UserError, withFile } from "../../scripts/console/user-error.ts";

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
		"/d/a: ENOSPC: no space left on device; make room there (df -h and df -i show what is full) (rest)",
	],
	[
		failed("EISDIR", "illegal operation on a directory, rename '/d/.new-1.a' -> '/d/a'", "/d/a"),
		"/d/a: EISDIR: illegal operation on a directory; clear the way, and run this again (rest)",
	],
])("%s", (error, message) => {
	expect(withFile("/d/a", error, " (rest)")).toEqual(new UserError(message));
});

test("other errors stay as they are", () => {
	const error = new TypeError("x");
	expect(withFile("a", error, "")).toBe(error);
});
