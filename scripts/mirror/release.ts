/** A release as its source describes it: the pointer, the manifest, and what is wrong with them. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { shown } from "../console/text.ts";
import type { FileEntry } from "../tree/manifest.ts";
import { fileLines } from "../tree/manifest.ts";
import { MANIFEST_PATH, POINTER_PATH } from "../tree/paths.ts";
import { FORMAT_VERSION } from "../tree/pointer.ts";
import { MirrorError } from "./failures.ts";
import { clashes, pathFault } from "./file-path.ts";

/** Names of the two files in the tree. */
export const LATEST = POINTER_PATH.slice(1);
export const MANIFEST = MANIFEST_PATH.slice(1);

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits");
const bytesSchema = z.int().nonnegative();

/** A manifest is held in memory: this much is room for two million files. */
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

/** What `latest.json` says. */
export type Pointer = z.infer<typeof pointerSchema>;

/** A release: its two files as they are, and what they say. */
export interface Release {
	readonly pointer: Pointer;
	readonly pointerText: string;
	readonly manifestText: string;
	/** Every file but the two, in the order of the manifest. */
	readonly files: readonly FileEntry[];
}

/** Hex. */
export function sha256(text: string | Uint8Array): string {
	return createHash("sha256").update(text).digest("hex");
}

/** Reads a pointer; undefined when the text is something else altogether. Throws a MirrorError for a faulty one. */
export function readPointer(text: string, where: string): Pointer | undefined {
	const value = parsed(text);
	if (typeof value !== "object" || value === null || !("manifest" in value)) return undefined;
	return checked(pointerSchema, value, where);
}

/**
 * Reads a manifest. Throws a MirrorError with all that is wrong with it.
 * @param pointer what names it; without, only that it is one in itself is known
 */
export function readManifest(
	text: string,
	pointer: Pointer | undefined,
	where: string,
): Pick<Manifest, "build" | "files"> {
	const manifest = checked(manifestSchema, parsed(text), where);
	const { build } = manifest;
	const faults: string[] = [];
	if (pointer !== undefined && pointer.build !== build) {
		faults.push(`is of build ${build}, not ${pointer.build} as ${LATEST} says`);
	}
	const listed = sha256(fileLines(manifest.files));
	if (listed !== build) faults.push(`is of build ${build}, but its list of files has ${listed}`);
	const right: string[] = [];
	for (const { path } of manifest.files) {
		const fault = [LATEST, MANIFEST].includes(path) ? "cannot list itself" : pathFault(path);
		if (fault === undefined) right.push(path);
		else faults.push(`${shown(path)} ${fault}`);
	}
	for (const { path, fault } of clashes(right)) faults.push(`${shown(path)} ${fault}`);
	refuse(where, faults);
	return manifest;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function checked<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const { version } = Object(value) as { version?: unknown };
	if (typeof version === "number" && version > FORMAT_VERSION) {
		throw new MirrorError(
			`${where}: has version ${version}; this tool knows version ${FORMAT_VERSION}, so update it`,
		);
	}
	const faults = result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
	refuse(where, faults);
	throw new MirrorError(`${where}: is not what it should be`);
}

function refuse(where: string, faults: readonly string[]): void {
	if (faults.length === 0) return;
	throw new MirrorError(
		[`${where}: is refused, nothing was written:`, ...faults.map((fault) => `  ${fault}`)].join(
			"\n",
		),
	);
}
