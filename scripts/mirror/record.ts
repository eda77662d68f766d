/** What runs remember: the record of what is mirrored, and logs from which an interrupted run resumes. */
import { appendFileSync, readFileSync } from "node:fs";
import { z } from "zod";
import { writeAtomically } from "./disk.ts";

const validatorsSchema = z.object({
	etag: z.string().optional(),
	modified: z.string().optional(),
	/** The content these validators belong to. */
	sha256: z.string(),
});

/** The files of a mirror, and the validators for the next conditional requests. */
const recordSchema = z.object({
	version: z.literal(1),
	/** A published tree, or a data folder crawled from a live server. */
	kind: z.enum(["release", "catalogue"]),
	/** Only of a release. */
	build: z.string().optional(),
	/** False after `--no-media`, until `--media`. */
	media: z.boolean(),
	/** Of the media of a catalogue, by path. */
	validators: z.record(z.string(), validatorsSchema),
	/** As a DeclaredFile. */
	files: z.array(z.object({ path: z.string(), bytes: z.number().optional(), sha256: z.string() })),
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

/** Finished work, one JSON object per line. */
export interface AppendLog<T> {
	readonly entries: readonly T[];
	add(entry: T): void;
	/** Replaces all entries. */
	reset(entries?: readonly T[]): void;
}

/** Opens a log in a file, and drops what belongs to another source. */
export function openLog<T>(file: string, source: string): AppendLog<T> {
	const entries = readLog<T>(file, source);
	const log: AppendLog<T> = {
		entries,
		add: (entry) => {
			appendFileSync(file, `${JSON.stringify(entry)}\n`);
			entries.push(entry);
		},
		reset: (kept = []) => {
			entries.splice(0, entries.length, ...kept);
			writeAtomically(
				file,
				[{ source }, ...kept].map((line) => `${JSON.stringify(line)}\n`).join(""),
			);
		},
	};
	// Removes an incomplete last line, to which nothing could be appended.
	log.reset([...entries]);
	return log;
}

function readLog<T>(file: string, source: string): T[] {
	try {
		const [head, ...lines] = readFileSync(file, "utf8").split("\n");
		if (JSON.parse(head ?? "").source !== source) return [];
		// Whatever follows the last line break is incomplete, or empty.
		return lines.slice(0, -1).map((line) => JSON.parse(line) as T);
	} catch {
		return [];
	}
}
