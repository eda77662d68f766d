/** The files that hosts want: into the tree, or into folders of their own beside it. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { UsageError } from "../console/user-error.ts";
import type { Host, HostFile, TreeFacts } from "../hosts/host.ts";

/** Two hosts want one file of the tree differently. */
class HostConflict extends UsageError {}

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

/** Files beside a tree, written and not yet in their places. */
interface StagedBeside {
	/** Puts them there. Other files there stay: a running server may keep its own. */
	publish(): void;
	discard(): void;
}

/** Writes what the hosts want beside the tree `out`, next to where it belongs. */
export function stageBeside(hosts: readonly Host[], facts: TreeFacts, out: string): StagedBeside {
	const staged = hosts.flatMap((host) => {
		const folder = besideFolder(out, host);
		const files = host.besideFiles(facts, relative(folder, out).split(sep).join("/"));
		return files.map(({ path, text }) => ({ target: join(folder, path), text }));
	});
	const inStaging = (target: string): string => `${target}.${process.pid}.tmp`;
	const discard = (): void => {
		for (const { target } of staged) rmSync(inStaging(target), { force: true });
	};
	try {
		for (const { target, text } of staged) {
			mkdirSync(dirname(target), { recursive: true });
			writeFileSync(inStaging(target), text);
		}
	} catch (error) {
		discard();
		throw error;
	}
	return {
		publish: () => {
			for (const { target } of staged) renameSync(inStaging(target), target);
		},
		discard,
	};
}
