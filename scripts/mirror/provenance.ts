/**
 * Two files that describe a mirror: `SHA256SUMS`, so that `sha256sum -c` can verify it without this tool, and
 * `provenance.json`, which records the mirror's source and its missing files.
 */
import { join } from "node:path";
import * as z from "zod";
import { jsonOf, textOf } from "../tree/write/read-file.ts";

export const SUMS = "SHA256SUMS";
export const PROVENANCE = "provenance.json";

/** The parts of a tree that options can leave out. */
export const PARTS = ["pages", "exports", "media"] as const;
export type Part = (typeof PARTS)[number];

/** The fields, in the order in which they are written. */
const recordSchema = z
	.object({
		version: z.literal(1),
		kind: z.literal("tree"),
		source: z.string(),
		date: z.string(),
		/** The number of clips. */
		count: z.int(),
		build: z.string(),
		/** The files that could not be copied. */
		failed: z.array(z.object({ what: z.string(), reason: z.string() }).readonly()).readonly(),
		/** The parts that options left out. */
		without: z.array(z.enum(PARTS)).readonly(),
		/** The public key that releases must be signed with: the first one seen, or the one given with `--key`. */
		key: z.string().optional(),
		/** The number that the publisher gave this release. */
		serial: z.int().optional(),
		/** The number of media files at the source. */
		media: z.int(),
	})
	.readonly();

/** The record of a mirror's state. Later runs compare the source with it. */
export type Provenance = z.infer<typeof recordSchema>;
export type Failure = Provenance["failed"][number];

/** A failure as one line. Long paths are truncated: a source may list paths of many kilobytes. */
export function failureText({ what, reason }: Failure): string {
	return `${what.length > 200 ? `${what.slice(0, 200)}…` : what}: ${reason}`;
}

export function provenanceText(provenance: Provenance): string {
	return `${JSON.stringify(provenance, undefined, "\t")}\n`;
}

/** Whether two records agree, ignoring dates, numbers that follow from the files, and reasons, which vary. */
export function saysSame(one: Omit<Provenance, "media">, other: typeof one): boolean {
	const [first, second] = [one, other].map(({ failed, ...said }) => {
		const lacking = failed.map(({ what }) => what);
		return JSON.stringify({ ...said, date: "", media: 0, lacking });
	});
	return first === second;
}

/** Parses a record; undefined if no run wrote it. */
export function recordIn(text: string): Provenance | undefined {
	return recordSchema.safeParse(jsonOf(text)).data;
}

/** The text of SHA256SUMS. Paths contain neither backslashes nor line feeds, which would need escapes. */
export function sumsText(hashes: ReadonlyMap<string, string>): string {
	const paths = [...hashes.keys()].sort();
	return paths.map((path) => `${hashes.get(path)}  ${path}\n`).join("");
}

/** The hashes in a mirror's SHA256SUMS, by path. Damaged lines are skipped. */
export function sumsIn(folder: string): ReadonlyMap<string, string> {
	const lines = textOf(join(folder, SUMS)).split("\n");
	const whole = lines.filter((line) => /^[0-9a-f]{64} [ *]./.test(line));
	return new Map(whole.map((line) => [line.slice(66), line.slice(0, 64)]));
}
