import { expect, test } from "vitest";
import { explainDiskError } from "../../scripts/mirror/disk.ts";

const failure = (code: string): Error =>
	Object.assign(new Error(`${code}: no`), { code, syscall: "write" });

test.for([
	[
		"ENOSPC",
		true,
		/full.*; the files published there are unchanged, and the next run continues from here$/,
	],
	[
		"ENOSPC",
		false,
		/full.*; nothing is published there yet, and the next run continues from here$/,
	],
	["EACCES", true, /permission.*; the files published there are unchanged$/],
	["EACCES", false, /permission.*; nothing is published there yet$/],
] as const)("the error %s is explained (a mirror exists: %s)", ([code, hasMirror, expected]) => {
	expect((explainDiskError(failure(code), "DIR", hasMirror) as Error).message).toMatch(expected);
});
