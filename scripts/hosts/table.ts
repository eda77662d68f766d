/** The table of hosts in README.md beside this, made from what the hosts say of themselves. */
import type { Host } from "./host.ts";

/** A table in Markdown, one host a line. */
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
