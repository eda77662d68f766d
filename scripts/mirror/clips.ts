/** The clips of a release that is held, and what became of them in another. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../console/invocation.ts";
import { INSTANT_FIELDS, type Instant } from "../contract/instant.ts";
import { POINTER_FILE } from "./addresses.ts";
import { MirrorError } from "./errors.ts";
import type { HeldRelease } from "./place.ts";
import { parsed, readSums } from "./release.ts";

/** Where a crawl has its records. */
export const RECORDS = "data/clips.ndjson";
/** Where a release of a tree has the other clips of packs that went with a clip that was purged. */
export const REMAINING = "remaining-clips.ndjson";

const PACK = /^v1\/instants\/packs\/\w+\.ndjson$/;

/** A record as it stands in `data/`. */
export type DataRecord = Instant | { readonly slug: string; readonly removed: string };

/** The records of a file, one a line. Throws a MirrorError if they are damaged. */
export function recordsIn(file: string): DataRecord[] {
	const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
	return lines.map((line, i) => {
		const record = parsed(line) as DataRecord | undefined;
		if (typeof record?.slug === "string") return record;
		throw new MirrorError(
			`${file}:${i + 1}: is not what a mirror writes; restore the file, or go back to another release with: ${commandLine("mirror", "checkout", "DIR", "BUILD")}`,
		);
	});
}

/** Whether a file of a release holds records, one a line. */
export function holdsRecords(path: string): boolean {
	return PACK.test(path) || path === RECORDS || path === REMAINING;
}

/** The clips of a release by slug, with the paths of media that are in it. Throws a MirrorError. */
export function clipsOf({ folder, provenance }: HeldRelease): Map<string, Instant> {
	const { base_url } =
		provenance.kind === "tree"
			? Object(parsed(readFileSync(join(folder, POINTER_FILE), "utf8")))
			: { base_url: undefined };
	const here = `${base_url}/media/`;
	const local = <T>(value: T): T | string => {
		if (typeof value !== "string" || !value.startsWith(here)) return value;
		return decoded(value.slice(here.length - "/media/".length));
	};
	const records = [...readSums(folder).keys()]
		.filter(holdsRecords)
		.flatMap((path) => recordsIn(join(folder, path)));
	return new Map(
		records.flatMap((one) => {
			if ("removed" in one) return [];
			return [[one.slug, { ...one, sound: local(one.sound), image: local(one.image) }] as const];
		}),
	);
}

/** A source may publish what is not percent-encoded. */
function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

export interface Changes {
	readonly added: readonly string[];
	/** With the fields that are different. */
	readonly edited: readonly { readonly slug: string; readonly fields: readonly string[] }[];
	readonly removed: readonly string[];
}

/** What became of the clips of one release in another. Throws a MirrorError. */
export function changesBetween(from: HeldRelease, to: HeldRelease): Changes {
	const [before, after] = [clipsOf(from), clipsOf(to)];
	const edited = [...after.values()].flatMap((clip) => {
		const old = before.get(clip.slug);
		const fields = INSTANT_FIELDS.filter(
			(field) => old !== undefined && old[field] !== clip[field],
		);
		return fields.length === 0 ? [] : [{ slug: clip.slug, fields }];
	});
	return {
		added: [...after.keys()].filter((slug) => !before.has(slug)).sort(),
		edited: edited.sort((a, b) => (a.slug < b.slug ? -1 : 1)),
		removed: [...before.keys()].filter((slug) => !after.has(slug)).sort(),
	};
}
