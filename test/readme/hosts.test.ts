/** The table of hosts in the README says what the code says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { hostTable } from "../../scripts/hosts/table.ts";

test("the README's table of hosts is the one the code makes", () => {
	const [, table] =
		/<!-- hosts -->\n(.*?)\n<!-- \/hosts -->/s.exec(readFileSync("README.md", "utf8")) ?? [];
	expect(table).toBe(hostTable(HOSTS));
});
