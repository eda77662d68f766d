/** Finds out which files in a folder belong to its tree, before the folder is replaced as a whole or verified. */
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { type ListedFile, listedFiles } from "../listed-files.ts";
import type { TextFile } from "../manifest.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../paths.ts";
import { type Pointer, parsePointer } from "../pointer.ts";
import { DamagedTree, openStore, STORE_FOLDERS } from "../store.ts";
import { contentOf, digestOf, jsonOf, textOf } from "./read-file.ts";

/** The files of a tree according to its own lists. */
interface OwnTree {
	/** Undefined if damaged. */
	readonly pointer: Pointer | undefined;
	/** All files that it lists, except its pointer. */
	readonly files: readonly ListedFile[];
	/** The paths of these files, of the pointer and of its signature. */
	readonly paths: ReadonlySet<string>;
	/** Whether the list is complete: files that list others may be damaged. */
	readonly isWhole: boolean;
}

/** Reads the file list of a tree that may be damaged. */
export async function treeIn(folder: string, pages = true): Promise<OwnTree> {
	const asset = async (path: string) => contentOf(join(folder, path));
	const text = textOf(join(folder, POINTER_PATH));
	const pointer = await parsePointer(text).catch(() => undefined);
	const files: ListedFile[] = [];
	const paths = new Set([POINTER_PATH, SIGNATURE_PATH].map((path) => path.slice(1)));
	if (pointer === undefined) return { pointer, files, paths, isWhole: false };
	let isWhole = true;
	for (const part of STORE_FOLDERS) {
		try {
			for await (const more of listedFiles(pointer, openStore(asset), part, pages)) {
				// Not push(...more), which overflows the stack if there are many files.
				for (const file of more) files.push(file);
			}
		} catch (error) {
			if (!(error instanceof DamagedTree)) throw error;
			isWhole = false;
		}
	}
	for (const { path } of files) paths.add(path);
	return { pointer, files, paths, isWhole };
}

/**
 * The paths of everything below a folder except folders, with a slash between their parts, and whether
 * each is a regular file. Links are not followed.
 */
export function filesBelow(folder: string): Map<string, boolean> {
	const found = new Map<string, boolean>();
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const path = `${entry.parentPath}${sep}${entry.name}`.slice(folder.length + 1);
		if (!entry.isDirectory()) found.set(path.replaceAll(sep, "/"), entry.isFile());
	}
	return found;
}

/** Whether a file is one of those that file managers create in any folder. */
export function isLitter(path: string): boolean {
	return /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(path);
}

/**
 * The list of the files that a build wrote into a folder for hosts. People may also write such files by hand, and
 * no manifest lists them. So the list has hashes: a file that does not match its hash is somebody else's.
 */
export const HOST_LIST = ".hosts.json";

const WHAT =
	"The files that a build by Instants wrote here for hosts. The next one replaces those that are as listed.";

/** Adds the list to the files of a folder, unless there are no files. */
export function withList(files: readonly TextFile[]): readonly TextFile[] {
	if (files.length === 0) return files;
	const hashes = Object.fromEntries(files.map(({ path, text }) => [path, digestOf(text)]));
	const text = `${JSON.stringify({ what: WHAT, files: hashes }, null, "\t")}\n`;
	return [...files, { path: HOST_LIST, text }];
}

/** The files in a folder that a build wrote there for hosts and nobody has changed since. */
export function writtenForHosts(folder: string): ReadonlySet<string> {
	const { what, files } = Object(jsonOf(textOf(join(folder, HOST_LIST))));
	if (what !== WHAT) return new Set();
	const isAsListed = ([path, sha256]: readonly unknown[]): boolean =>
		digestOf(contentOf(join(folder, `${path}`)) ?? "") === sha256;
	const written = Object.entries(Object(files)).filter(isAsListed);
	return new Set([HOST_LIST, ...written.map(([path]) => path)]);
}
