/** The clips of a release that is held, and what became of them in another. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../console/invocation.ts";
import { INSTANT_FIELDS, type Instant } from "../contract/instant.ts";
import { MirrorError } from "./errors.ts";
import type { HeldRelease } from "./place.ts";
import { parsed, readSums } from "./release.ts";

/** Where a crawl has its records. */
export const RECORDS = "data/clips.ndjson";

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

/** The clips of a release by slug. Throws a MirrorError. */
export function clipsOf({ folder }: HeldRelease): Map<string, Instant> {
	const paths = [...readSums(folder).keys()].filter((path) => PACK.test(path) || path === RECORDS);
	const records = paths.flatMap((path) => recordsIn(join(folder, path)));
	return new Map(records.flatMap((one) => ("removed" in one ? [] : [[one.slug, one] as const])));
}

export interface Changes {
	readonly added: readonly string[];
	/** With the fields that are different. */
	readonly edited: readonly { readonly slug: string; readonly fields: readonly string[] }[];
	readonly removed: readonly string[];
}

/** What became of the clips of one release in another. Throws a MirrorError. */
export function changesBetween(from: HeldRelease, to: HeldRelease): Changes {
	for (const { name, provenance } of [from, to]) {
		if (provenance.failed.every(({ what }) => !PACK.test(what))) continue;
		throw new MirrorError(`${name}: a clip was purged from it, and others with it; name another`);
	}
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
