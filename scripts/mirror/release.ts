/** Reads and checks a release: the pointer, and the list of files that it leads to. */
import pMap from "p-map";
import { z } from "zod";
import { shown } from "../console/text.ts";
import { POINTER_PATH } from "../tree/paths.ts";
import { FORMAT_VERSION, type Pointer, parsePointer } from "../tree/pointer.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { type Store, type StoreFolder, storePath } from "../tree/store.ts";
import { storeFiles } from "../tree/store-walk.ts";
import { ContentError, MirrorError } from "./errors.ts";
import { type DeclaredFile, textFile } from "./file-content.ts";
import { clashes, pathFault } from "./file-path.ts";

/** The path of the pointer, relative to the tree. */
export const POINTER = POINTER_PATH.slice(1);

const FOLDERS: readonly StoreFolder[] = ["manifest", "packs", "search", "slugs"];

/** How many parts of the manifest are read at the same time. */
const PARTS_AT_A_TIME = 8;

export interface PointerText {
	readonly pointer: Pointer;
	readonly text: string;
}

export interface Release extends PointerText {
	/** All files, the pointer included. */
	readonly files: readonly DeclaredFile[];
}

/** A pointer was damaged, perhaps on the way. */
export class DamagedPointerError extends ContentError {}

/**
 * Returns undefined if the text is no pointer at all. Throws a DamagedPointerError, and a MirrorError
 * for an invalid pointer.
 * @param url where the text comes from, for messages
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
		refuse(url, faultsOf(result.error));
	}
	return await parsePointer(text).catch(() => {
		throw new DamagedPointerError("is damaged: it does not match its build id");
	});
}

/**
 * The release that a pointer leads to. Throws what `store.read` throws, and a MirrorError that lists
 * everything wrong with the list of files.
 * @param urlOf where the file at a path comes from, for messages
 */
export async function readRelease(
	{ pointer, text }: PointerText,
	store: Store,
	urlOf: (path: string) => string,
): Promise<Release> {
	const stored: DeclaredFile[] = [];
	const parts: string[] = [];
	for (const root of FOLDERS) {
		for await (const { folder, name, extension, isIndex } of storeFiles(
			store,
			root,
			pointer[root],
		)) {
			stored.push({ path: storePath(folder, name, extension).slice(1), sha256: name });
			if (folder === "manifest" && !isIndex) parts.push(name);
		}
	}
	const texts = await pMap(parts, (name) => store.read("manifest", name), {
		concurrency: PARTS_AT_A_TIME,
	});
	const url = urlOf(storePath("manifest", pointer.manifest).slice(1));
	const listed = texts.flatMap((part) => listedFiles(part, url));
	const files = [textFile(POINTER, text), ...stored, ...listed];
	refuseUnsafePaths(files, url);
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
function listedFiles(part: string, url: string): DeclaredFile[] {
	const result = partSchema.safeParse(parsed(part));
	if (!result.success) return refuse(url, faultsOf(result.error));
	return Object.entries(result.data).map(([path, [bytes, sha256]]) => ({ path, bytes, sha256 }));
}

function refuseUnsafePaths(files: readonly DeclaredFile[], url: string): void {
	const faults: string[] = [];
	const valid: string[] = [];
	for (const { path } of files) {
		const fault = pathFault(path);
		if (fault === undefined) valid.push(path);
		else faults.push(`${shown(path)} ${fault}`);
	}
	for (const { path, fault } of clashes(valid)) faults.push(`${shown(path)} ${fault}`);
	if (faults.length > 0) refuse(url, faults);
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

function refuse(url: string, faults: readonly string[]): never {
	throw new MirrorError(
		[`${url}: is invalid; nothing was written:`, ...faults.map((fault) => `  ${fault}`)].join("\n"),
	);
}
