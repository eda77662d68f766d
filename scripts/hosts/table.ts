/** Makes the table of hosts in this folder's README.md from their definitions. */
import type { Host } from "./host.ts";

/** A Markdown table with one row per host. */
export function hostTable(hosts: readonly Host[]): string {
	const rows = hosts.map(({ name, title, answers, tested, cannot = "nothing" }) => {
		return `| ${title} | \`${name}\` | ${answers} | ${tested} | ${cannot} |`;
	});
	return [
		"| host | `--host` | what answers | tested on | what it cannot do |",
		"|---|---|---|---|---|",
		...rows,
	].join("\n");
}
