/** A release as its source describes it: the pointer, the manifest, and what is wrong with them. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { shown } from "../catalogue/problems.ts";
import { FORMAT_VERSION } from "../contract/latest.ts";
import { LATEST_PATH, MANIFEST_PATH } from "../contract/paths.ts";
import type { FileEntry } from "../publish/tree-writer.ts";
import { MirrorError } from "./failures.ts";
import { clashes, pathFault } from "./file-path.ts";

/** Names of the two files in the tree. */
export const LATEST = LATEST_PATH.slice(1);
export const MANIFEST = MANIFEST_PATH.slice(1);

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits");
const bytesSchema = z.int().nonnegative();

const pointerSchema = z.object({
	version: z.literal(FORMAT_VERSION),
	build: z.string().min(1),
	base_url: z.string(),
	media: z.enum(["local", "remote"]),
	count: z.int().nonnegative(),
	shards: z.string(),
	manifest: z.object({ bytes: bytesSchema, sha256: sha256Schema }),
});

const manifestSchema = z.object({
	version: z.literal(FORMAT_VERSION),
	build: z.string(),
	base_url: z.string(),
	files: z.array(z.object({ path: z.string().min(1), bytes: bytesSchema, sha256: sha256Schema })),
});

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

/** Reads the manifest that a pointer names. Throws a MirrorError with all that is wrong with it. */
export function readManifest(text: string, pointer: Pointer, where: string): FileEntry[] {
	const manifest = checked(manifestSchema, parsed(text), where);
	const faults =
		manifest.build === pointer.build
			? []
			: [`is of build ${shown(manifest.build)}, not ${shown(pointer.build)} as ${LATEST} says`];
	const right: string[] = [];
	for (const { path } of manifest.files) {
		const fault = [LATEST, MANIFEST].includes(path) ? "cannot list itself" : pathFault(path);
		if (fault === undefined) right.push(path);
		else faults.push(`${shown(path)} ${fault}`);
	}
	for (const { path, fault } of clashes(right)) faults.push(`${shown(path)} ${fault}`);
	refuse(where, faults);
	return manifest.files;
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
