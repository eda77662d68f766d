import { expect, test } from "vitest";
import { explainDisk } from "../../scripts/mirror/failures.ts";

const failure = (code: string): Error =>
	Object.assign(new Error(`${code}: no`), { code, syscall: "write" });

test.for([
	[
		"ENOSPC",
		true,
		/full.*; what is published there is untouched, and the next run goes on from here$/,
	],
	["ENOSPC", false, /full.*; nothing is published there yet, and the next run goes on from here$/],
	["EACCES", true, /permission.*; what is published there is untouched$/],
	["EACCES", false, /permission.*; nothing is published there yet$/],
] as const)("what %s means where a mirror is (%s) or is not is said", ([code, isThere, said]) => {
	expect((explainDisk(failure(code), "DIR", isThere) as Error).message).toMatch(said);
});
