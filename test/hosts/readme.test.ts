/** What scripts/hosts/README.md says of hosts is what the code says. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { hostTable } from "../../scripts/hosts/table.ts";

const README = resolve("scripts/hosts/README.md");

test("the table of hosts is the one that the code makes", async () => {
	const text = readFileSync(README, "utf8");
	const table = /(?<=<!-- hosts -->\n).*?(?=\n<!-- \/hosts -->)/s;
	await expect(text.replace(table, () => hostTable(HOSTS))).toMatchFileSnapshot(README);
});
