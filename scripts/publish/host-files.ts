/** Collects and writes the files that hosts need, in the tree or in folders beside it. No mirror copies them. */
import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { Problem } from "../catalogue/problems.ts";
import { namingFile, UsageError } from "../console/user-error.ts";
import type { Host } from "../hosts/host.ts";
import type { TextFile } from "../tree/manifest.ts";
import { withList, writtenForHosts } from "../tree/write/own-tree.ts";
import { contentOf } from "../tree/write/read-file.ts";
import { ELSE } from "./tree-writer.ts";

/** The folder for a host's files beside the tree `out`. */
export function besideFolder(out: string, host: Host): string {
	return join(dirname(out), `${basename(out)}-hosts`, host.name);
}

/** The files that belong in a folder beside the tree. */
export interface BesideFiles {
	readonly folder: string;
	readonly files: readonly TextFile[];
}

/** The files of all hosts for the tree `out`. Throws UsageError if two hosts need different files at one path. */
export function filesOfHosts(hosts: readonly Host[], baseUrl: string, out: string) {
	const tree = new Map<string, { host: Host; text: string }>();
	const beside: BesideFiles[] = [];
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
		beside.push({ folder, files: files.beside });
	}
	return { tree: withList([...tree].map(([path, { text }]) => ({ path, text }))), beside };
}

/**
 * Writes the files beside a tree, all or none, but never replaces a file that was not written by a build. Other
 * files there stay, since a running server may need them. Returns a warning for each file that was not written.
 */
export function writeBeside(beside: readonly BesideFiles[]): Problem[] {
	const kept: string[] = [];
	const files = beside.flatMap(({ folder, files }) => {
		const ours = writtenForHosts(folder);
		const isFree = ({ path, text }: TextFile): boolean => {
			const there = contentOf(join(folder, path));
			const free = there === undefined || ours.has(path) || there.equals(Buffer.from(text));
			if (!free) kept.push(join(folder, path));
			return free;
		};
		return withList(files.filter(isFree))
			.filter(isFree)
			.map(({ path, text }) => ({ path: join(folder, path), text }));
	});
	const suffix = randomUUID();
	const draft = (path: string): string => `${path}.${suffix}`;
	try {
		for (const { path, text } of files) {
			const write = (): void => {
				mkdirSync(dirname(path), { recursive: true });
				writeFileSync(draft(path), text);
			};
			namingFile(path, write, ELSE);
		}
		for (const { path } of files) namingFile(path, () => renameSync(draft(path), path), ELSE);
	} catch (error) {
		for (const { path } of files) rmSync(draft(path), { force: true });
		throw error;
	}
	return kept.map((file) => ({
		place: { file },
		message: "stays as it is, because no build wrote it, or somebody has changed it since",
		fix: "to get a new file, move this one elsewhere and build again",
	}));
}
