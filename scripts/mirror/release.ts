/** Reads what a release of a published tree consists of, and refuses it, with all reasons, if it is invalid. */
import pMap from "p-map";
import * as z from "zod";
import { shown } from "../console/text.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../tree/paths.ts";
import { FORMAT_VERSION, type Pointer, parsePointer } from "../tree/pointer.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { DamagedTree, type Store, type StoreFolder, storePath } from "../tree/store.ts";
import { storeFiles } from "../tree/store-walk.ts";
import { InvalidError, MirrorError, RefusedError } from "./errors.ts";
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

type Limits = Pick<typeof DEFAULTS, "maxFiles" | "maxGigabytes">;

export interface PointerText {
	readonly pointer: Pointer;
	readonly text: string;
}

export interface TreeRelease extends PointerText {
	/** All files but the pointer. */
	readonly files: readonly WantedFile[];
}

/**
 * Reads a pointer; undefined if the text is none at all. Throws a MirrorError.
 * @param url where it comes from, for messages
 */
export async function readPointer(text: string, url: string): Promise<Pointer | undefined> {
	const value = parsed(text);
	if (typeof value !== "object" || value === null || !("manifest" in value)) return undefined;
	const result = pointerSchema.safeParse(value);
	if (!result.success) {
		const { version } = value as { version?: unknown };
		if (typeof version === "number" && version > FORMAT_VERSION) {
			throw new MirrorError(
				`${url}: has version ${version}, but this tool knows version ${FORMAT_VERSION}; update it`,
			);
		}
		throw invalid(url, faultsOf(result.error));
	}
	return await parsePointer(text).catch(() => {
		throw invalid(url, ["it does not match its build id"]);
	});
}

/**
 * The release that a pointer leads to. Throws what `store.read` throws, and a MirrorError that lists
 * everything that is wrong.
 * @param url where it comes from, for messages
 */
export async function readRelease(
	{ pointer, text }: PointerText,
	store: Store,
	url: string,
	limits: Limits,
): Promise<TreeRelease> {
	const files: WantedFile[] = [];
	const parts: string[] = [];
	const refuseTooMany = (): void => {
		if (files.length + 1 <= limits.maxFiles) return;
		throw new RefusedError(
			`${url}: lists more than ${limits.maxFiles} files; nothing was fetched; if that is right, allow them with --max-files N`,
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
	try {
		await Promise.all(FOLDERS.map(walk));
		await pMap(
			parts,
			async (name) => {
				files.push(...listedFiles(await store.read("manifest", name), url));
				refuseTooMany();
			},
			{ concurrency: PARTS_AT_A_TIME },
		);
	} catch (error) {
		if (error instanceof DamagedTree) throw invalid(url, [error.message]);
		throw error;
	}
	const faults = [...pathFaults([POINTER, ...files.map(({ path }) => path)]), ...sizeFaults(files)];
	if (faults.length > 0) throw invalid(url, faults);
	const bytes = pointer.bytes + files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
	const maxBytes = limits.maxGigabytes * 1e9;
	if (bytes > maxBytes) {
		throw new RefusedError(
			`${url}: lists ${bytes} bytes, more than ${maxBytes}; nothing was fetched; if that is right, allow them with --max-gigabytes N`,
		);
	}
	return { pointer, text, files };
}

const partSchema = z.record(
	z.string(),
	z.tuple([
		z.int().nonnegative(),
		z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits"),
	]),
);

/** @param part of the manifest, as text */
function listedFiles(part: string, url: string): WantedFile[] {
	const result = partSchema.safeParse(parsed(part));
	if (!result.success) throw invalid(url, faultsOf(result.error));
	return Object.entries(result.data).map(([path, [bytes, sha256]]) => ({ path, bytes, sha256 }));
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

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function faultsOf({ issues }: z.ZodError): string[] {
	return issues.map(({ path, message }) => `${path.join(".")} ${message}`);
}

/** The most reasons that a message lists. */
const LISTED = 50;

function invalid(url: string, faults: readonly string[]): InvalidError {
	const more = faults.length > LISTED ? [`and ${faults.length - LISTED} more`] : [];
	const lines = [...faults.slice(0, LISTED), ...more].map((fault) => `  ${fault}`);
	return new InvalidError(
		[`${url}: is not a valid release, so nothing was changed; ask its publisher:`, ...lines].join(
			"\n",
		),
	);
}
