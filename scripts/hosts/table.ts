/** The table of hosts in the README, made from what the hosts say of themselves. */
import type { Host } from "./host.ts";

/** Markdown, one host a line. */
export function hostTable(hosts: readonly Host[]): string {
	const rows = hosts.map(({ name, title, answers, tested, cannot }) => {
		const gaps = cannot.length === 0 ? "nothing" : cannot.join("; ");
		return `| ${title} | \`${name}\` | ${answers} | ${tested} | ${gaps} |`;
	});
	const head = [
		"| host | `--host` | what answers | tested on | what it cannot do |",
		"|---|---|---|---|---|",
	];
	return [...head, ...rows].join("\n");
}
