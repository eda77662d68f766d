/** Collects and writes the files that hosts need, in the tree or in folders beside it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { UsageError } from "../console/user-error.ts";
import type { Host, HostFile } from "../hosts/host.ts";
import { HOSTS } from "../hosts/index.ts";
import { namingFile } from "./tree-writer.ts";

/** The folder for a host's files beside the tree `out`. */
export function besideFolder(out: string, host: Host): string {
	return join(dirname(out), `${basename(out)}-hosts`, host.name);
}

interface FilesOfHosts {
	readonly tree: readonly HostFile[];
	/** The files beside the tree, with paths in the file system. */
	readonly beside: readonly HostFile[];
}

/** The files of all hosts for the tree `out`. Throws UsageError if two need different files at one path. */
export function filesOfHosts(hosts: readonly Host[], baseUrl: string, out: string): FilesOfHosts {
	const tree = new Map<string, { host: Host; text: string }>();
	const beside: HostFile[] = [];
	for (const host of hosts) {
		const folder = besideFolder(out, host);
		const files = host.files({ baseUrl, tree: relative(folder, out).split(sep).join("/") });
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

/**
 * The paths of the files in a tree that a build wrote for hosts. Nothing lists these files, and people
 * write some of them by hand. So those of a host count if all are there, and at least one is exactly as a
 * build writes it.
 */
export function writtenForHosts(folder: string, baseUrl: string): ReadonlySet<string> {
	const written = new Set<string>();
	for (const host of HOSTS) {
		const { tree } = host.files({ baseUrl, tree: "" });
		if (!tree.every(({ path }) => existsSync(join(folder, path)))) continue;
		if (!tree.some(({ path, text }) => readFileSync(join(folder, path), "utf8") === text)) continue;
		for (const { path } of tree) written.add(path);
	}
	return written;
}

/** Writes all of the files beside a tree, or none. Other files there stay, since a running server may need them. */
export function writeBeside(files: readonly HostFile[]): void {
	const draft = (path: string): string => `${path}.new`;
	try {
		for (const { path, text } of files) {
			namingFile(path, () => {
				mkdirSync(dirname(path), { recursive: true });
				writeFileSync(draft(path), text);
			});
		}
		for (const { path } of files) namingFile(path, () => renameSync(draft(path), path));
	} catch (error) {
		for (const { path } of files) rmSync(draft(path), { force: true });
		throw error;
	}
}
