/**
 * Collects and writes the files that hosts need, in the tree or in folders beside it. People write some of these by
 * hand, and the manifest does not list them, so that no mirror copies them. So each folder has a list of those that
 * a build wrote, with their hashes: a file that is not as listed belongs to somebody else.
 */
import { hash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { Problem } from "../catalogue/problems.ts";
import { UsageError } from "../console/user-error.ts";
import type { Host, HostFile } from "../hosts/host.ts";
import { HOST_LIST } from "../tree/published-files.ts";
import { namingFile } from "./tree-writer.ts";

/** The folder for a host's files beside the tree `out`. */
export function besideFolder(out: string, host: Host): string {
	return join(dirname(out), `${basename(out)}-hosts`, host.name);
}

interface FilesOfHosts {
	readonly tree: readonly HostFile[];
	readonly beside: readonly BesideFiles[];
}

/** The files that belong into a folder beside the tree. */
export interface BesideFiles {
	readonly folder: string;
	readonly files: readonly HostFile[];
}

/** The files of all hosts for the tree `out`. Throws UsageError if two need different files at one path. */
export function filesOfHosts(hosts: readonly Host[], baseUrl: string, out: string): FilesOfHosts {
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

const WHAT =
	"The files that a build by Instants wrote here for hosts. The next one replaces those that are as listed.";

/** Adds their list to files of one folder, unless there are none. */
function withList(files: readonly HostFile[]): readonly HostFile[] {
	if (files.length === 0) return files;
	const hashes = Object.fromEntries(files.map(({ path, text }) => [path, hash("sha256", text)]));
	const text = `${JSON.stringify({ what: WHAT, files: hashes }, null, "\t")}\n`;
	return [...files, { path: HOST_LIST, text }];
}

/** The files in a folder that are as a build wrote them for hosts. */
export function writtenForHosts(folder: string): ReadonlySet<string> {
	const { what, files } = listIn(folder);
	if (what !== WHAT) return new Set();
	const written = Object.keys(files).filter(
		(path) => hash("sha256", bytesAt(join(folder, path)) ?? "") === files[path],
	);
	return new Set([HOST_LIST, ...written]);
}

function listIn(folder: string): { what?: string; files: Readonly<Record<string, string>> } {
	try {
		const { what, files } = JSON.parse(readFileSync(join(folder, HOST_LIST), "utf8"));
		return { what, files: Object(files) };
	} catch {
		return { files: {} };
	}
}

/** What a file holds; undefined if there is none. */
function bytesAt(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}

/**
 * Writes the files beside a tree, all or none, except in the place of files that no build wrote. Other files there
 * stay, since a running server may need them. Returns a warning for each file that was not written.
 */
export function writeBeside(beside: readonly BesideFiles[]): Problem[] {
	const kept: string[] = [];
	const files = beside.flatMap(({ folder, files }) => {
		const ours = writtenForHosts(folder);
		const isFree = ({ path, text }: HostFile): boolean => {
			const there = bytesAt(join(folder, path));
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
	return kept.map((file) => ({
		place: { file },
		message: "stays as it is, because no build wrote it, or somebody has changed it since",
		fix: "to have a new one, move it away and build again",
	}));
}
