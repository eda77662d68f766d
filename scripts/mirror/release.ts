/** Reads what a release of a published tree consists of, and refuses it, with all reasons, if it is invalid. */
import pMap from "p-map";
import { foldedPath } from "../catalogue/media-path.ts";
import { shown } from "../console/text.ts";
import { isManifestEntry } from "../tree/manifest.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";
import type { Pointer } from "../tree/pointer.ts";
import { PUBLISHED_KINDS, patternOf } from "../tree/published-files.ts";
import { DamagedTree, type Store, type StoreFolder, storePath } from "../tree/store.ts";
import { storeFiles } from "../tree/store-walk.ts";
import { InvalidError, RefusedError } from "./errors.ts";
import type { DEFAULTS } from "./run.ts";

/** The path of the pointer, relative to the tree. */
export const POINTER = POINTER_PATH.slice(1);
/** The path of its signature. */
export const SIGNATURE = SIGNATURE_PATH.slice(1);

const FOLDERS: readonly StoreFolder[] = ["manifest", "packs", "search", "slugs", "templates"];
/** How many parts of the manifest are read at the same time. */
const PARTS_AT_A_TIME = 8;

/** The longest file name, in bytes, that nearly every file system takes. https://man7.org/linux/man-pages/man3/realpath.3.html */
const MAX_NAME = 255;
/** The longest path, in bytes: less than the 1024 of macOS, so that it fits below some folder. */
export const MAX_PATH = 800;

/** What a build publishes besides the store: nothing that a server, a host or a tool executes or obeys. */
const LISTED = PUBLISHED_KINDS.filter(({ listed }) => listed === "manifest").map(patternOf);
/** Servers may run these wherever the ending stands in a name: `a.php.mp3`. https://httpd.apache.org/docs/current/mod/mod_mime.html#multipleext */
const SERVER_SCRIPT = /\.(?:php\d?|phtml|phps?|phar|pht|asp|aspx|ashx|asmx|jspx?|shtml)(?:\.|$)/i;

/** A file and what it must contain. */
export interface WantedFile {
	readonly path: string;
	/** Of files of the store only the first digits are known: those of their names. */
	readonly sha256: string;
	/** Unknown for files of the store. */
	readonly bytes?: number | undefined;
}

/** Where the lists of files come from. */
interface ListSource {
	readonly store: Store;
	/** The text of a part of the manifest. */
	readonly part: (name: string) => Promise<string>;
}

/**
 * All files of the release that a pointer leads to, but the pointer. Throws what `store.read` throws, and
 * a MirrorError that lists everything that is wrong.
 * @param url where it comes from, for messages
 */
export async function readRelease(
	pointer: Pointer,
	source: ListSource,
	url: string,
	limits: Pick<typeof DEFAULTS, "maxFiles" | "maxGigabytes">,
): Promise<WantedFile[]> {
	const files = await listedFiles(pointer, source, url, limits.maxFiles);
	const faults = pathFaults(files);
	if (faults.length > 0) throw invalid(url, faults);
	const bytes = pointer.bytes + files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
	const maxBytes = limits.maxGigabytes * 1e9;
	if (bytes <= maxBytes) return files;
	throw new RefusedError(
		`${url}: lists ${bytes} bytes, more than ${maxBytes}; nothing was fetched; if that is right, allow them with --max-gigabytes N`,
	);
}

/** The same files, but with any paths and sizes: not to be written anywhere. */
export async function listedFiles(
	pointer: Pointer,
	{ store, part }: ListSource,
	url: string,
	maxFiles: number,
): Promise<WantedFile[]> {
	const files: WantedFile[] = [];
	const parts: string[] = [];
	const refuseTooMany = (): void => {
		if (files.length + 1 <= maxFiles) return;
		throw new RefusedError(
			`${url}: lists more than ${maxFiles} files; nothing was fetched; if that is right, allow them with --max-files N`,
		);
	};
	const walk = async (folder: StoreFolder): Promise<void> => {
		for await (const file of storeFiles(store, folder, pointer[folder])) {
			const { name, extension, isIndex } = file;
			files.push({ path: storePath(folder, name, extension).slice(1), sha256: name });
			if (folder === "manifest" && !isIndex) parts.push(name);
			refuseTooMany();
		}
	};
	const read = async (name: string): Promise<void> => {
		files.push(...filesIn(await part(name), url));
		refuseTooMany();
	};
	try {
		await Promise.all(FOLDERS.map(walk));
		await pMap(parts, read, { concurrency: PARTS_AT_A_TIME });
		return files;
	} catch (error) {
		throw error instanceof DamagedTree ? invalid(url, [error.message]) : error;
	}
}

/** @param part of the manifest, as text */
function filesIn(part: string, url: string): WantedFile[] {
	const list = parsed(part);
	if (Object(list) !== list) throw invalid(url, ["a part of its manifest is no list of files"]);
	const faults: string[] = [];
	const files = Object.entries(list as object).map(([path, entry]) => {
		if (isManifestEntry(entry)) return { path, bytes: entry[0], sha256: entry[1] };
		faults.push(`${shown(path)} has ${shown(entry)} instead of a size in bytes and a SHA-256`);
		return { path, sha256: "" };
	});
	if (faults.length > 0) throw invalid(url, faults);
	return files;
}

/** Whether a release may have a file of this name: one that nobody executes or obeys. */
export function isPublishable(path: string): boolean {
	return LISTED.some((rule) => rule.test(path)) && !SERVER_SCRIPT.test(path);
}

/** Everything that is wrong with the paths of a release. */
function pathFaults(files: readonly WantedFile[]): string[] {
	const paths = new Map([[POINTER, POINTER]]);
	const faults: string[] = [];
	for (const { path, bytes } of files) {
		const folded = foldedPath(path);
		const other = paths.get(folded);
		const isLong = path.split("/").some((segment) => Buffer.byteLength(segment) > MAX_NAME);
		const fault = (reason: string): number => faults.push(`${shown(path)} ${reason}`);
		// Names of the store are known to be harmless.
		if (bytes !== undefined && !isPublishable(path)) fault("is nothing that a build publishes");
		else if (!path.isWellFormed()) fault("contains half a surrogate pair");
		else if (isLong || Buffer.byteLength(path) > MAX_PATH) fault("is too long");
		else if (other !== undefined) fault(`is the same as ${shown(other)}, or nearly`);
		paths.set(folded, path);
	}
	for (const [folded, path] of paths) {
		const file = foldersOf(folded).find((folder) => paths.has(folder));
		if (file !== undefined) faults.push(`${shown(path)} lies in ${shown(file)}, which is a file`);
	}
	return faults;
}

function foldersOf(path: string): string[] {
	const segments = path.split("/").slice(0, -1);
	return segments.map((_, i) => segments.slice(0, i + 1).join("/"));
}

/** The URL of a file of a source, given its path. */
export function urlOf(source: string, path: string): URL {
	return new URL(`${source}/${path.split("/").map(encodeURIComponent).join("/")}`);
}

export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The most reasons that a message lists. */
const MAX_REASONS = 50;

export function invalid(url: string, faults: readonly string[]): InvalidError {
	const more = faults.length > MAX_REASONS ? [`and ${faults.length - MAX_REASONS} more`] : [];
	const lines = [...faults.slice(0, MAX_REASONS), ...more].map((fault) => `  ${fault}`);
	const head = `${url}: is not a valid release, so nothing was changed; ask its publisher:`;
	return new InvalidError([head, ...lines].join("\n"));
}
