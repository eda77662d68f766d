/** What the README says of hosts, made from what the hosts say of themselves. */
import { insteadText } from "./gap.ts";
import type { Host } from "./host.ts";

/** A table in Markdown, one host a line. */
export function hostTable(hosts: readonly Host[]): string {
	const rows = hosts.map(({ name, title, answers, tested, gaps, headerGaps }) => {
		const lacks = new Set([...gaps, ...headerGaps].map(({ what }) => what));
		const cannot = lacks.size === 0 ? "nothing" : [...lacks].join("; ");
		return `| ${title} | \`${name}\` | ${answers} | ${tested} | ${cannot} |`;
	});
	const head = [
		"| host | `--host` | what answers | tested on | what it cannot do |",
		"|---|---|---|---|---|",
	];
	return [...head, ...rows].join("\n");
}

/** Why, and what is answered instead: a list in Markdown, one thing a line with the hosts it is true of. */
export function gapList(hosts: readonly Host[]): string {
	const titles = new Map<string, string[]>();
	const note = (line: string, title: string): void => {
		const known = titles.get(line) ?? [];
		titles.set(line, known.includes(title) ? known : [...known, title]);
	};
	for (const { title, gaps, headerGaps } of hosts) {
		for (const { what, reason, instead } of gaps) {
			note(`${what}: ${reason}; the answer is ${insteadText(instead)}`, title);
		}
		for (const { what, reason } of headerGaps) note(`${what}: ${reason}`, title);
	}
	return [...titles].map(([line, named]) => `- ${line} (${named.join(", ")}).`).join("\n");
}
