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

/** All that the hosts of a build want. */
export interface FilesOfHosts {
	readonly tree: readonly HostFile[];
	/** Their paths are those of the file system. */
	readonly beside: readonly HostFile[];
}

/**
 * The files of the hosts for the tree `out`: one in the tree where several want the same. Throws a
 * HostConflict.
 */
export function filesOfHosts(
	hosts: readonly Host[],
	facts: Omit<TreeFacts, "tree">,
	out: string,
): FilesOfHosts {
	const tree = new Map<string, { host: Host; text: string }>();
	const beside: HostFile[] = [];
	for (const host of hosts) {
		const folder = besideFolder(out, host);
		const files = host.files({ ...facts, tree: relative(folder, out).split(sep).join("/") });
		for (const { path, text } of files.tree) {
			const other = tree.get(path);
			if (other !== undefined && other.text !== text) {
				throw new HostConflict(
					`--host ${other.host.name} and --host ${host.name}: both want ${path}, each another one; build for one of them at a time`,
				);
			}
			tree.set(path, { host, text });
		}
		beside.push(...files.beside.map(({ path, text }) => ({ path: join(folder, path), text })));
	}
	return { tree: [...tree].map(([path, { text }]) => ({ path, text })), beside };
}

/** Files beside a tree, written and not yet in their places. */
interface StagedBeside {
	/** Puts them there. Other files there stay: a running server may keep its own. */
	publish(): void;
	discard(): void;
}

/** Writes the files that belong beside a tree, each next to where it belongs. */
export function stageBeside(files: readonly HostFile[]): StagedBeside {
	const inStaging = (path: string): string => `${path}.${process.pid}.tmp`;
	const discard = (): void => {
		for (const { path } of files) rmSync(inStaging(path), { force: true });
	};
	try {
		for (const { path, text } of files) {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(inStaging(path), text);
		}
	} catch (error) {
		discard();
		throw error;
	}
	return {
		publish: () => {
			for (const { path } of files) renameSync(inStaging(path), path);
		},
		discard,
	};
}
