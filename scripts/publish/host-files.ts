/** The files that hosts want: into the tree, or into folders of their own beside it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Host, HostFile, TreeFacts } from "../hosts/host.ts";
import { UserError } from "../user-error.ts";

/** Two hosts want one file of the tree differently. */
class HostConflict extends UserError {}

/** The folder of a host's files beside the tree `out`. */
export function besideFolder(out: string, host: Host): string {
	return join(dirname(out), `${basename(out)}-hosts`, host.name);
}

/** What the hosts want in the tree; one file where they want the same. Throws a HostConflict. */
export function treeFilesOf(hosts: readonly Host[], facts: TreeFacts): HostFile[] {
	const files = new Map<string, { host: Host; text: string }>();
	for (const host of hosts) {
		for (const { path, text } of host.treeFiles(facts)) {
			const other = files.get(path);
			if (other !== undefined && other.text !== text) {
				throw new HostConflict(
					`--host ${other.host.name} and --host ${host.name}: both want ${path}, each another one; build for one of them at a time`,
				);
			}
			files.set(path, { host, text });
		}
	}
	return [...files].map(([path, { text }]) => ({ path, text }));
}

/** Writes what a host wants beside the tree. Other files there stay: a running server may keep its own. */
export function writeBeside(host: Host, facts: TreeFacts, out: string): void {
	const folder = besideFolder(out, host);
	const files = host.besideFiles(facts, relative(folder, out).replaceAll("\\", "/"));
	for (const { path, text } of files) {
		const target = join(folder, path);
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, text);
	}
}
