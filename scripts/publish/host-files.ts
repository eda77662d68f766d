/** Collects and writes the files that hosts need, in the tree or in folders beside it. */
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { UsageError, UserError } from "../console/user-error.ts";
import type { Host, HostFile, TreeFacts } from "../hosts/host.ts";
import { namingFile } from "./tree-writer.ts";

/** The folder for a host's files beside the tree `out`. */
export function besideFolder(out: string, host: Host): string {
	return join(dirname(out), `${basename(out)}-hosts`, host.name);
}

export interface FilesOfHosts {
	readonly tree: readonly HostFile[];
	/** With paths in the file system. */
	readonly beside: readonly HostFile[];
}

/** The files of all hosts for the tree `out`. Throws UsageError if two need different files at one path. */
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
				throw new UsageError(
					`--host ${other.host.name} and --host ${host.name}: need different files named ${path}; build for one of them at a time`,
				);
			}
			tree.set(path, { host, text });
		}
		beside.push(...files.beside.map(({ path, text }) => ({ path: join(folder, path), text })));
	}
	return { tree: [...tree].map(([path, { text }]) => ({ path, text })), beside };
}

/** Files beside a tree that are written but not yet in place. */
interface StagedBeside {
	/**
	 * Moves the files into place, once the tree is in its own. Other files there stay, since a running
	 * server may need them.
	 */
	publish(): void;
	discard(): void;
}

/** Writes each file next to its place, over what a killed build may have left there. */
export function stageBeside(files: readonly HostFile[]): StagedBeside {
	const inStaging = (path: string): string => `${path}.new`;
	const discard = (): void => {
		for (const { path } of files) rmSync(inStaging(path), { force: true });
	};
	try {
		for (const { path, text } of files) {
			mkdirSync(dirname(path), { recursive: true });
			if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) {
				throw new UserError(`${path}: is a folder, and the host needs a file there; move it away`);
			}
			namingFile(path, () => writeFileSync(inStaging(path), text));
		}
	} catch (error) {
		discard();
		throw error;
	}
	return {
		publish: () => {
			try {
				for (const { path } of files) renameSync(inStaging(path), path);
			} catch (error) {
				const { message } = error as Error;
				throw new UserError(
					`the tree is published, but not all files for its hosts are (${message}); make way for them, and build again`,
				);
			}
		},
		discard,
	};
}
