/** Reads what a release of a published tree consists of, and refuses it, with all reasons, if it is invalid. */
import pMap from "p-map";
import { shown } from "../console/text.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";
import type { Pointer } from "../tree/pointer.ts";
import { DamagedTree, type Store, type StoreFolder, storePath } from "../tree/store.ts";
import { storeFiles } from "../tree/store-walk.ts";
import { InvalidError, RefusedError } from "./errors.ts";
import { pathFaults } from "./file-path.ts";
import { sha256 } from "./fixity.ts";
import type { DEFAULTS } from "./run.ts";

/** The path of the pointer, relative to the tree. */
export const POINTER = POINTER_PATH.slice(1);
/** The path of its signature. */
export const SIGNATURE = SIGNATURE_PATH.slice(1);

const FOLDERS: readonly StoreFolder[] = ["manifest", "packs", "search", "slugs", "templates"];
/** How many parts of the manifest are read at the same time. */
const PARTS_AT_A_TIME = 8;
const HASH = /^[0-9a-f]{64}$/;
/** The hash of nothing. */
const EMPTY = sha256("");

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

type Limits = Pick<typeof DEFAULTS, "maxFiles" | "maxGigabytes">;

/**
 * All files of the release that a pointer leads to, but the pointer. Throws what `store.read` throws, and
 * a MirrorError that lists everything that is wrong.
 * @param url where it comes from, for messages
 */
export async function readRelease(
	pointer: Pointer,
	source: ListSource,
	url: string,
	limits: Limits,
): Promise<WantedFile[]> {
	const files = await listedFiles(pointer, source, url, limits.maxFiles);
	const faults = [...pathFaults([POINTER, ...files.map(({ path }) => path)]), ...sizeFaults(files)];
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
	const value = parsed(part);
	if (typeof value !== "object") throw invalid(url, ["a part of its manifest is no list of files"]);
	const faults: string[] = [];
	const files = Object.entries(value ?? {}).map(([path, entry]) => {
		const [bytes, sha256] = Array.isArray(entry) ? entry : [];
		if (!Number.isSafeInteger(bytes) || bytes < 0 || !isHash(sha256)) {
			faults.push(`${shown(path)} has ${shown(entry)} instead of a size in bytes and a SHA-256`);
		}
		return { path, bytes, sha256 };
	});
	if (faults.length > 0) throw invalid(url, faults);
	return files;
}

function isHash(value: unknown): boolean {
	return typeof value === "string" && HASH.test(value);
}

/** Sizes that cannot be right, whatever the files contain. */
function sizeFaults(files: readonly WantedFile[]): string[] {
	const sizes = new Map<string, number>([[EMPTY, 0]]);
	return files.flatMap(({ path, bytes, sha256 }) => {
		if (bytes === undefined) return [];
		const other = sizes.get(sha256);
		sizes.set(sha256, bytes);
		const isPossible = (other ?? bytes) === bytes && (bytes > 0 || sha256 === EMPTY);
		return isPossible ? [] : [`${shown(path)} cannot have ${bytes} bytes and this hash`];
	});
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
const LISTED = 50;

export function invalid(url: string, faults: readonly string[]): InvalidError {
	const more = faults.length > LISTED ? [`and ${faults.length - LISTED} more`] : [];
	const lines = [...faults.slice(0, LISTED), ...more].map((fault) => `  ${fault}`);
	return new InvalidError(
		[`${url}: is not a valid release, so nothing was changed; ask its publisher:`, ...lines].join(
			"\n",
		),
	);
}
