/**
 * Two files that describe a mirror: `SHA256SUMS`, so that `sha256sum -c` can verify it without this tool, and
 * `provenance.json`, which says where it came from and what is missing.
 */
import { join } from "node:path";
import { parsed, textOf } from "../tree/write/read-file.ts";

export const SUMS = "SHA256SUMS";
export const PROVENANCE = "provenance.json";

/** A file that a mirror lacks. */
export interface Failure {
	readonly what: string;
	readonly reason: string;
}

/** One line. A path may be as long as a part of the manifest. */
export function failureText({ what, reason }: Failure): string {
	return `${what.length > 200 ? `${what.slice(0, 200)}…` : what}: ${reason}`;
}

/** The parts of a tree that options leave out. */
export const PARTS = ["pages", "exports", "media"] as const;
export type Part = (typeof PARTS)[number];

/** The record of a mirror's state. Later runs compare the source with it. */
export interface Provenance {
	readonly version: 1;
	readonly kind: "tree";
	readonly source: string;
	readonly date: string;
	/** The numbers of clips, and of media at the source. */
	readonly count: number;
	readonly media: number;
	/** The parts that options left out. */
	readonly without: readonly Part[];
	readonly build: string;
	/** The public key that releases must be signed with: the first one seen, or the one given with `--key`. */
	readonly key?: string | undefined;
	/** The number that the publisher gave this release. */
	readonly serial?: number | undefined;
	readonly failed: readonly Failure[];
}

export function provenanceText(provenance: Provenance): string {
	return `${JSON.stringify(provenance, undefined, "\t")}\n`;
}

/** Whether records agree, apart from dates, from numbers that follow from the files, and from reasons, which vary. */
export function saysSame(one: Omit<Provenance, "media">, other: typeof one): boolean {
	const [first, second] = [one, other].map(({ failed, ...said }) => {
		const lacking = failed.map(({ what }) => what);
		return JSON.stringify({ ...said, date: "", media: 0, lacking });
	});
	return first === second;
}

/** The record in a text; undefined if it is none that a run wrote. */
export function recordIn(text: string): Provenance | undefined {
	const record = Object(parsed(text)) as Provenance;
	const { version, kind, source, build, count, media, without, failed } = record;
	const isWhole =
		[count, media].every(Number.isSafeInteger) &&
		[source, build].every((value) => typeof value === "string") &&
		[without, failed].every(Array.isArray) &&
		failed.every((failure) => typeof Object(failure).what === "string");
	return version === 1 && kind === "tree" && isWhole ? record : undefined;
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
