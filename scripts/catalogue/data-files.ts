/** Finds the files in a data folder. */
import { type Dirent, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import fastGlob, { type Entry, type FileSystemAdapter } from "fast-glob";
import { type Problem, someOf, unreadable } from "./problems.ts";
import { SITE_FILE } from "./site-file.ts";

const CATALOGUE_FILE = /\.(json|ndjson|jsonl)$/i;

/**
 * Searches everything except `media` and hidden files and folders. Returns paths in the data folder, in catalogue
 * order; problems with links and folders; and a warning if files are ignored or there is no catalogue file.
 */
export async function findCatalogueFiles(dataDir: string) {
	const folders: Problem[] = [];
	const entries = await entriesBelow(dataDir, folders, "media");
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

/** Reports links and other special files, so that nobody wonders where their contents are: they are not followed. */
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

/**
 * All entries below a folder except hidden ones, sorted by path. Links are not followed, since they may lead out
 * of the folder, or in circles.
 * @param problems receives a problem for each folder that cannot be read
 * @param leftOut a path to skip
 */
export async function entriesBelow(
	folder: string,
	problems: Problem[],
	leftOut = "",
): Promise<Entry[]> {
	if (!existsSync(folder)) return [];
	const cwd = resolve(folder);
	// By itself, fast-glob stops at the first folder that it cannot read, and finds nothing in a folder whose name
	// contains a backslash, which it replaces with a slash.
	const list = async (path: string): Promise<Dirent[]> => {
		const within = join(folder, path.slice(cwd.length));
		return await readdir(within, { withFileTypes: true }).catch((error: unknown) => {
			problems.push(unreadable(within, error));
			return [];
		});
	};
	const readdirOf = (path: string, _: object, done: (error: null, all: Dirent[]) => void) =>
		void list(path).then((all) => done(null, all));
	const entries = await fastGlob("**", {
		...{ cwd, ignore: [leftOut], onlyFiles: false, followSymbolicLinks: false },
		fs: { readdir: readdirOf as FileSystemAdapter["readdir"] },
		objectMode: true,
	});
	return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}
