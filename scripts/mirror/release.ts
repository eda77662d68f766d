/** Reads and checks the two files that describe a release: the pointer and the manifest. */
import { z } from "zod";
import { shown } from "../catalogue/problems.ts";
import { FORMAT_VERSION } from "../contract/latest.ts";
import { LATEST_PATH, MANIFEST_PATH } from "../contract/paths.ts";
import { listHash } from "../publish/manifest.ts";
import type { FileEntry } from "../publish/tree-writer.ts";
import { MirrorError } from "./errors.ts";
import { clashes, pathFault } from "./file-path.ts";

/** The paths of the two files, relative to the tree. */
export const LATEST = LATEST_PATH.slice(1);
export const MANIFEST = MANIFEST_PATH.slice(1);

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits");
const bytesSchema = z.int().nonnegative();

/** In bytes, enough for two million files. The manifest is kept in memory. */
const MAX_MANIFEST = 256 * 1024 * 1024;

const pointerSchema = z.object({
	version: z.literal(FORMAT_VERSION),
	build: sha256Schema,
	base_url: z.string(),
	media: z.enum(["local", "remote"]),
	count: z.int().nonnegative(),
	shards: z.string(),
	manifest: z.object({
		bytes: bytesSchema.max(MAX_MANIFEST, "must be 256 MB at most"),
		sha256: sha256Schema,
	}),
});

const manifestSchema = z.object({
	version: z.literal(FORMAT_VERSION),
	build: sha256Schema,
	base_url: z.string(),
	files: z.array(z.object({ path: z.string().min(1), bytes: bytesSchema, sha256: sha256Schema })),
});

type Manifest = z.infer<typeof manifestSchema>;

export type Pointer = z.infer<typeof pointerSchema>;

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
	return checked(pointerSchema, value, url);
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
		faults.push(`is of build ${build}, not ${pointer.build} as ${LATEST} says`);
	}
	const listed = listHash(manifest.files);
	if (listed !== build) faults.push(`is of build ${build}, but its list of files has ${listed}`);
	const valid: string[] = [];
	for (const { path } of manifest.files) {
		const fault = [LATEST, MANIFEST].includes(path) ? "must not be listed" : pathFault(path);
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
