/**
 * Replaces a published tree as a whole. A build writes into `.dist.staging-XXXXXX/new` beside `dist`, moves the
 * old tree to `old` in there and the new one into its place, and deletes the rest. If it is killed between
 * these two moves, the next build moves the old tree back.
 */
import {
	existsSync,
	lstatSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { someOf } from "../catalogue/problems.ts";
import { makeFolders } from "../console/make-folders.ts";
import { UserError } from "../console/user-error.ts";
import { listedFiles } from "../tree/listed-files.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { HOST_FILES } from "../tree/published-files.ts";
import { DamagedTree, openStore, STORE_FOLDERS } from "../tree/store.ts";
import { exchange } from "../tree/write/exchange.ts";
import { filesBelow } from "../tree/write/files-below.ts";
import { isMarked, type Mark, mark } from "../tree/write/mark.ts";
import { writtenForHosts } from "./host-files.ts";

/** Writes a tree with `write`, and puts it into the place of `out` if that succeeds. Throws as `checkOutput` does. */
export async function replaceTree<T>(
	out: string,
	dataDir: string,
	write: (folder: string, old: Pointer | undefined) => Promise<T>,
): Promise<T> {
	const { target, pointer } = await checkOutput(out, dataDir);
	const staging = namingOut(out, () => {
		makeFolders(dirname(target));
		const made = mkdtempSync(stagingPrefix(target));
		mark(made, markOf(target));
		return made;
	});
	try {
		const folder = join(staging, "new");
		const result = await write(folder, pointer);
		const old = join(staging, "old");
		const putInPlace = (): void => {
			refuseAbandoned(out, staging, target);
			exchange(target, folder, old);
			keepHostTools(old, target);
		};
		namingOut(out, putInPlace, existsSync(folder) ? MOVED_MEANWHILE : []);
		return result;
	} finally {
		discard(staging, target);
	}
}

/**
 * Throws UserError if `out` cannot be replaced, or if replacing it would delete anything that no build
 * wrote.
 * @param dataDir the folder of the catalogue
 * @returns the real path of the output folder, and the pointer of the tree in it
 */
async function checkOutput(
	out: string,
	dataDir: string,
): Promise<{ target: string; pointer: Pointer | undefined }> {
	const target = namingOut(out, () => recover(out));
	if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink()) {
		throw new UserError(
			`--out ${out}: is a link to a folder that is not there; make that folder, or delete the link`,
		);
	}
	refuseOverlap(target, realPath(dataDir));
	return { target, pointer: await refuseForeign(target) };
}

/** The age at which a staging folder counts as abandoned: longer than any build takes. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Moves a tree back that a killed build moved aside, and deletes what such builds left. Returns the real path. */
function recover(out: string): string {
	const target = realPath(out);
	const [parent, prefix] = [dirname(target), stagingPrefix(target)];
	const siblings = existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [];
	for (const staging of siblings) {
		if (!staging.startsWith(prefix) || !isMarked(staging, markOf(target))) continue;
		const touched = statSync(staging, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
		const old = join(staging, "old");
		if (!existsSync(target) && existsSync(old)) renameSync(old, target);
		if (Date.now() - touched > ABANDONED_MS) discard(staging, target);
	}
	return target;
}

function stagingPrefix(target: string): string {
	return join(dirname(target), `.${basename(target)}.staging-`);
}

function markOf(target: string): Mark {
	return { what: "what a build by Instants writes, until it is finished", of: basename(target) };
}

/** A build that slept for a day, as a laptop does, has lost what it wrote before, and must not publish the rest. */
function refuseAbandoned(out: string, staging: string, target: string): void {
	if (isMarked(staging, markOf(target))) return;
	throw new UserError(
		`--out ${out}: another build has deleted what this one wrote, since it was not finished after a day; build again`,
	);
}

/** Follows the links in a path whose last folders need not exist. */
function realPath(path: string): string {
	const absolute = resolve(path);
	try {
		// The native function returns the spelling on the disk, where case makes no difference.
		return realpathSync.native(absolute);
	} catch {
		return join(realPath(dirname(absolute)), basename(absolute));
	}
}

/** Moves what deploying tools keep in the folder they deploy from the old tree to the new one. */
function keepHostTools(old: string, target: string): void {
	for (const name of existsSync(old) ? readdirSync(old) : []) {
		if (HOST_TOOLS.includes(name)) renameSync(join(old, name), join(target, name));
	}
}

/** Deletes a staging folder, unless the only tree is in it. */
function discard(staging: string, target: string): void {
	const old = join(staging, "old");
	if (existsSync(old) && !existsSync(target)) return;
	try {
		// Renamed, so that a half-deleted tree is never moved back.
		if (existsSync(old)) renameSync(old, join(staging, "gone"));
		rmSync(staging, { recursive: true, force: true, maxRetries: 3 });
	} catch {
		// A later build tries again.
	}
}

/** The codes of moves that fail because another build has just moved the folder, or put its own there. */
const MOVED_MEANWHILE = ["ENOENT", "ENOTEMPTY", "EEXIST"];

/**
 * Names the option in errors, since the system may name another path.
 * @param overtaken the codes of errors that only another build can cause
 */
function namingOut<T>(out: string, work: () => T, overtaken: readonly string[] = []): T {
	try {
		return work();
	} catch (error) {
		if (error instanceof UserError) throw error;
		const { code = "", message } = error as NodeJS.ErrnoException;
		if (overtaken.includes(code)) {
			throw new UserError(
				`--out ${out}: another build replaced it at the same moment; if that was not the newer one, build again`,
			);
		}
		throw new UserError(
			code === "EBUSY" || code === "EXDEV"
				? `--out ${out}: cannot be replaced as a whole, because it is a mount point or part of a container's image (${code}); choose a folder inside it`
				: `--out ${out}: cannot be used (${message}); choose another folder`,
		);
	}
}

function refuseOverlap(target: string, data: string): void {
	if (contains(data, target)) {
		throw new UserError(
			`--out ${target}: is inside the data folder ${data}, where the next build would read it as data; choose a folder elsewhere`,
		);
	}
	const inside = [data, process.cwd()].find((folder) => contains(target, folder));
	if (inside !== undefined) {
		throw new UserError(
			`--out ${target}: contains ${inside}, which the build must not replace; choose a folder of its own`,
		);
	}
}

/** Whether a path lies in a folder, or is it. */
function contains(folder: string, path: string): boolean {
	const way = relative(folder, path);
	// There is no relative path from one drive of Windows to another.
	return !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** Throws unless the folder is empty, or holds nothing but a published tree. Returns its pointer. */
async function refuseForeign(target: string): Promise<Pointer | undefined> {
	if (!existsSync(target)) return undefined;
	if (statSync(target).isDirectory() && readdirSync(target).length === 0) return undefined;
	const pointer = await pointerOf(target);
	if (pointer === undefined) {
		throw new UserError(
			`--out ${target}: is not a published tree (it has no valid ${POINTER_PATH.slice(1)}), and the build would replace all of it; choose a new or empty folder`,
		);
	}
	const { foreign, isDamaged } = await foreignFiles(target, pointer);
	if (foreign.length === 0) return pointer;
	const holds = `--out ${target}: holds ${someOf(foreign)}, which`;
	if (isDamaged) {
		throw new UserError(
			`${holds} the tree there does not list, since it is damaged, and this build would delete; move the folder away, or choose another`,
		);
	}
	const fix = foreign.some((path) => HOST_FILES.has(path))
		? "if an older version of this tool wrote it for a host, delete it; otherwise move it away"
		: "move it away";
	throw new UserError(
		`${holds} no build wrote and this one would delete; ${fix}, or choose another folder`,
	);
}

/** File managers write these into any folder. */
const LITTER = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Deploying tools keep their state, such as the link to a project, in the folder they deploy. Each new tree gets it. */
const HOST_TOOLS: readonly (string | undefined)[] = [
	".vercel",
	".netlify",
	".wrangler",
	".gitignore",
];

/** The files of a folder that the tree in it does not list; a damaged tree may not list all of its own. */
async function foreignFiles(
	folder: string,
	pointer: Pointer,
): Promise<{ foreign: string[]; isDamaged: boolean }> {
	const ours = new Set([POINTER_PATH, SIGNATURE_PATH].map((path) => path.slice(1)));
	for (const path of writtenForHosts(folder)) ours.add(path);
	const store = openStore(async (path) => readFile(join(folder, path)).catch(() => undefined));
	let isDamaged = false;
	for (const part of STORE_FOLDERS) {
		try {
			for await (const files of listedFiles(pointer, store, part)) {
				for (const { path } of files) ours.add(path);
			}
		} catch (error) {
			if (!(error instanceof DamagedTree)) throw error;
			isDamaged = true;
		}
	}
	const foreign = [...filesBelow(folder).keys()]
		.filter((path) => !ours.has(path) && !LITTER.test(path))
		.filter((path) => !HOST_TOOLS.includes(path.split("/")[0]))
		.sort();
	return { foreign, isDamaged };
}

/** The pointer of a published tree; undefined if it is not valid, since other tools write such a file too. */
export async function pointerOf(folder: string): Promise<Pointer | undefined> {
	try {
		return await parsePointer(readFileSync(join(folder, POINTER_PATH), "utf8"));
	} catch {
		return undefined;
	}
}
