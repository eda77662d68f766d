/** What a mirror remembers of what it holds: whence, which files, and what the source said of them. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { writeWhole } from "./write-whole.ts";

const validatorsSchema = z.object({
	etag: z.string().optional(),
	modified: z.string().optional(),
	/** Of the version they belong to. */
	sha256: z.string(),
});

const recordSchema = z.object({
	version: z.literal(1),
	/** A published tree, or a data folder made from the answers of a server. */
	kind: z.enum(["release", "catalogue"]),
	source: z.string(),
	/** Of a release. */
	build: z.string().optional(),
	/** False after `--no-media`, until `--media`. */
	media: z.boolean(),
	/** Of the pointer and the manifest, or of media, by path. */
	validators: z.record(z.string(), validatorsSchema),
	/** Files of the source's host that it keeps to itself. */
	withheld: z.array(z.string()),
	files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type MirrorRecord = z.infer<typeof recordSchema>;

/** Reads a record; undefined when there is none, or none that can be read. */
export function readRecord(file: string): MirrorRecord | undefined {
	try {
		return recordSchema.parse(JSON.parse(readFileSync(file, "utf8")));
	} catch {
		return undefined;
	}
}

/** Writes a record so that it is there as a whole or not at all. */
export function writeRecord(file: string, record: MirrorRecord): void {
	writeWhole(file, JSON.stringify(record));
}
