/** The record of a mirror: its source, its files, and the validators for the next conditional requests. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { writeAtomically } from "./disk.ts";

const validatorsSchema = z.object({
	etag: z.string().optional(),
	modified: z.string().optional(),
	/** The content these validators belong to. */
	sha256: z.string(),
});

const recordSchema = z.object({
	version: z.literal(1),
	/** A published tree, or a data folder crawled from a live server. */
	kind: z.enum(["release", "catalogue"]),
	source: z.string(),
	/** Only of a release. */
	build: z.string().optional(),
	/** False after `--no-media`, until `--media`. */
	media: z.boolean(),
	/** By path: of the pointer and the manifest, or of media. */
	validators: z.record(z.string(), validatorsSchema),
	/** Files that the source's host does not serve. */
	withheld: z.array(z.string()),
	files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type MirrorRecord = z.infer<typeof recordSchema>;

/** Returns undefined if there is no readable record. */
export function readRecord(file: string): MirrorRecord | undefined {
	try {
		return recordSchema.parse(JSON.parse(readFileSync(file, "utf8")));
	} catch {
		return undefined;
	}
}

export function writeRecord(file: string, record: MirrorRecord): void {
	writeAtomically(file, JSON.stringify(record));
}
