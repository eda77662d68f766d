/**
 * Finds the files in a data folder. Not with fast-glob, which finds nothing in a folder whose name
 * contains a backslash.
 */
import { type Dirent, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Problem, someOf, unreadable } from "./problems.ts";
import { SITE_FILE } from "./site-file.ts";

const CATALOGUE_FILE = /\.(json|ndjson|jsonl)$/i;

/**
 * Searches everything except `media` and what is hidden. Returns paths in the data folder, in the order of the
 * catalogue, problems with links and folders, and a warning if files are ignored, or if there are none to read.
 */
export async function findCatalogueFiles(dataDir: string) {
	const folders: Problem[] = [];
	const entries = await entriesBelow(dataDir, folders, /^media$/);
	const files = entries.filter(({ dirent }) => dirent.isFile()).map(({ path }) => path);
	const names = files.filter((path) => CATALOGUE_FILE.test(path) && path !== SITE_FILE);
	const problems = [...folders, ...unfollowed(dataDir, entries)];
	const others = files.filter((path) => !CATALOGUE_FILE.test(path));
	const empty = `has no .json, .ndjson or .jsonl files, so the catalogue is empty${others.length > 0 ? `; other files, such as ${others[0]}, are not read` : ""}`;
	const ignored = `ignored, because they are not .json, .ndjson or .jsonl files: ${someOf(others)}`;
	const message = names.length === 0 ? empty : ignored;
	const isFine = names.length > 0 && others.length === 0;
	const warnings = isFine ? [] : [{ place: { file: dataDir }, message }];
	return { names, problems, warnings };
}

/** Reports links and the like, which may stand for files or folders, so that nobody misses what is in them. */
export function unfollowed(folder: string, entries: readonly Entry[]): Problem[] {
	return entries
		.filter(({ dirent }) => !dirent.isFile() && !dirent.isDirectory())
		.map(({ path, dirent }) => ({
			place: { file: join(folder, path) },
			...(dirent.isSymbolicLink()
				? { message: "is a symbolic link", fix: "replace it with the file or folder itself" }
				: { message: "is not a regular file", fix: "replace it with one" }),
		}));
}

export interface Entry {
	/** Relative, with a slash between folders. */
	readonly path: string;
	readonly dirent: Dirent;
}

/**
 * Everything below a folder, except for what is hidden, sorted by path. Links are not followed, since
 * they may lead out of the folder, or in circles.
 * @param problems gets the folders that cannot be read
 * @param leftOut paths that are not looked at
 */
export async function entriesBelow(
	folder: string,
	problems: Problem[],
	leftOut = /^$/,
): Promise<Entry[]> {
	const entries: Entry[] = [];
	const find = async (path: string): Promise<void> => {
		const within = join(folder, path);
		const dirents = await readdir(within, { withFileTypes: true }).catch((error: unknown) => {
			problems.push(unreadable(within, error));
			return [];
		});
		for (const dirent of dirents.filter(({ name }) => !name.startsWith("."))) {
			const entry = { path: path === "" ? dirent.name : `${path}/${dirent.name}`, dirent };
			if (leftOut.test(entry.path)) continue;
			entries.push(entry);
			if (dirent.isDirectory()) await find(entry.path);
		}
	};
	if (existsSync(folder)) await find("");
	return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}
