/** Reads and checks the two files that describe a release: the pointer and the manifest. */
import type { z } from "zod";
import { shown } from "../console/text.ts";
import { type FileEntry, fileLines, type Manifest } from "../tree/manifest.ts";
import { MANIFEST_PATH, POINTER_PATH } from "../tree/paths.ts";
import { FORMAT_VERSION, type Pointer } from "../tree/pointer.ts";
import { manifestSchema, pointerSchema } from "../tree/schemas.ts";
import { MirrorError } from "./errors.ts";
import { sha256 } from "./file-content.ts";
import { clashes, pathFault } from "./file-path.ts";

/** The paths of the two files, relative to the tree. */
export const POINTER = POINTER_PATH.slice(1);
export const MANIFEST = MANIFEST_PATH.slice(1);

/** In bytes, enough for two million files. The manifest is kept in memory. */
const MAX_MANIFEST = 256 * 1024 * 1024;

/** The texts of both files, and their content. */
export interface Release {
	readonly pointer: Pointer;
	readonly pointerText: string;
	readonly manifestText: string;
	/** All files except these two, in the order of the manifest. */
	readonly files: readonly FileEntry[];
}

/**
 * Returns undefined if the text is no pointer at all. Throws a MirrorError for a faulty one.
 * @param url where the text comes from, for messages
 */
export function readPointer(text: string, url: string): Pointer | undefined {
	const value = parsed(text);
	if (typeof value !== "object" || value === null || !("manifest" in value)) return undefined;
	const pointer = checked(pointerSchema, value, url);
	if (pointer.manifest.bytes > MAX_MANIFEST) {
		refuse(url, ["manifest.bytes must be 256 MB at most"]);
	}
	return pointer;
}

/**
 * Throws a MirrorError that lists everything wrong with the manifest.
 * @param pointer must name the same build, if given
 * @param url where the text comes from, for messages
 */
export function readManifest(
	text: string,
	pointer: Pointer | undefined,
	url: string,
): Pick<Manifest, "build" | "files"> {
	const manifest = checked(manifestSchema, parsed(text), url);
	const { build } = manifest;
	const faults: string[] = [];
	if (pointer !== undefined && pointer.build !== build) {
		faults.push(`is of build ${build}, not ${pointer.build} as ${POINTER} says`);
	}
	const listed = sha256(fileLines(manifest.files));
	if (listed !== build) faults.push(`is of build ${build}, but its list of files has ${listed}`);
	const valid: string[] = [];
	for (const { path } of manifest.files) {
		const fault = [POINTER, MANIFEST].includes(path) ? "must not be listed" : pathFault(path);
		if (fault === undefined) valid.push(path);
		else faults.push(`${shown(path)} ${fault}`);
	}
	for (const { path, fault } of clashes(valid)) faults.push(`${shown(path)} ${fault}`);
	refuse(url, faults);
	return manifest;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function checked<T>(schema: z.ZodType<T>, value: unknown, url: string): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const { version } = Object(value) as { version?: unknown };
	if (typeof version === "number" && version > FORMAT_VERSION) {
		throw new MirrorError(
			`${url}: has version ${version}, but this tool knows version ${FORMAT_VERSION}; update it`,
		);
	}
	const faults = result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
	refuse(url, faults);
	throw new MirrorError(`${url}: is not valid`);
}

function refuse(url: string, faults: readonly string[]): void {
	if (faults.length === 0) return;
	throw new MirrorError(
		[`${url}: is invalid; nothing was written:`, ...faults.map((fault) => `  ${fault}`)].join("\n"),
	);
}
