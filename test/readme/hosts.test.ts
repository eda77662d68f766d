/** What the README says of hosts is what the code says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { gapList, hostTable } from "../../scripts/hosts/table.ts";

test.each([
	["table of hosts", "hosts", hostTable],
	["list of what hosts cannot do", "gaps", gapList],
] as const)("the README's %s is the one the code makes", (_, marker, make) => {
	const between = new RegExp(`<!-- ${marker} -->\\n(.*?)\\n<!-- /${marker} -->`, "s");
	expect(between.exec(readFileSync("README.md", "utf8"))?.[1]).toBe(make(HOSTS));
});
