/** What scripts/hosts/README.md says of hosts is what the code says. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Host } from "../../scripts/hosts/host.ts";
import { HOSTS } from "../../scripts/hosts/index.ts";

const README = resolve("scripts/hosts/README.md");

/** A Markdown table with one row per host. */
function hostTable(hosts: readonly Host[]): string {
	const rows = hosts.map(({ name, title, answers, tested, cannot = "nothing" }) => {
		return `| ${title} | \`${name}\` | ${answers} | ${tested} | ${cannot} |`;
	});
	return [
		"| host | `--host` | what answers | tested on | what it cannot do |",
		"|---|---|---|---|---|",
		...rows,
	].join("\n");
}

test("the table of hosts is the one that the code makes", async () => {
	const text = readFileSync(README, "utf8");
	const table = /(?<=<!-- hosts -->\n).*?(?=\n<!-- \/hosts -->)/s;
	await expect(text.replace(table, () => hostTable(HOSTS))).toMatchFileSnapshot(README);
});
