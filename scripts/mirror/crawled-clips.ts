/** Makes the records of a data folder from the rows of a live server, and says what could not be used. */
import { explain, instantSchema, isRemoval } from "../catalogue/record-schema.ts";
import { instantJson, toJson } from "../contract/envelope.ts";
import {
	INSTANT_FIELDS,
	type Instant,
	MEDIA_FIELDS,
	type MediaField,
} from "../contract/instant.ts";
import type { Row } from "./crawled-pages.ts";

/** A record as it stands in `data/`. */
export type DataRecord = Instant | { readonly slug: string; readonly removed: string };

/** Something of the source that is not as it should be. */
export interface Problem {
	readonly page?: number;
	readonly row?: number;
	readonly slug?: string;
	readonly field?: string;
	readonly value?: unknown;
	readonly url?: string;
	readonly message: string;
	/** Whether something is therefore missing from `data/`. */
	readonly lost: boolean;
}

export interface Conversion {
	/** What an earlier crawl wrote, in its order. */
	readonly earlier: readonly DataRecord[];
	/** What to write for the value of a media field; undefined if nothing can stand for it. */
	readonly mediaOf: (value: unknown, field: MediaField) => unknown;
	/** The day of the run: `2026-11-22`. */
	readonly today: string;
}

export interface Converted {
	readonly records: readonly DataRecord[];
	readonly problems: readonly Problem[];
}

/** The values of fields that a server may leave out. */
const DEFAULTS = { image: null, description: "", tags: "" } as const satisfies Partial<Instant>;

/** Every row becomes a record or a problem, and every clip that is gone the record of a removal. */
export function convert(rows: Iterable<Row>, conversion: Conversion): Converted {
	const { earlier, mediaOf, today } = conversion;
	const known = new Map(earlier.map((record) => [record.slug, record]));
	const records = new Map<string, DataRecord>();
	const problems: Problem[] = [];
	const unknown = new Map<string, number>();
	for (const { page, number, value } of rows) {
		const fields = Object(value) as Record<string, unknown>;
		for (const field of Object.keys(fields)) {
			if (!INSTANT_FIELDS.some((one) => one === field)) {
				unknown.set(field, (unknown.get(field) ?? 0) + 1);
			}
		}
		const record = recordOf(value, mediaOf);
		const result = instantSchema.safeParse(record);
		const slug = typeof fields.slug === "string" ? fields.slug : "";
		const place = { page, row: number, ...(slug === "" ? {} : { slug }) };
		if (records.has(slug)) {
			const message = "is the slug of an earlier clip; this one is left out";
			problems.push({ ...place, field: "slug", value: slug, message, lost: true });
		} else if (result.success) {
			records.set(slug, { ...DEFAULTS, ...(record as Instant) });
		} else {
			const old = known.get(slug);
			const isKept = old !== undefined && !isRemoval(old);
			if (isKept) records.set(slug, old);
			const effect = isKept ? "what an earlier run got is kept" : "the clip is left out";
			for (const { message, field, value: bad } of explain(record, result.error)) {
				const about = {
					...(field === undefined ? {} : { field }),
					value: fields[field ?? ""] ?? bad,
				};
				problems.push({ ...place, ...about, message: `${message}; ${effect}`, lost: true });
			}
		}
	}
	for (const [field, count] of unknown) {
		const message = `is unknown; the values on ${count} clips are only in crawl/pages`;
		problems.push({ field, message, lost: false });
	}
	return { records: withRemovals(records, earlier, today), problems };
}

/** The known fields of a row. Null stands for a field that is left out. */
function recordOf(row: unknown, mediaOf: Conversion["mediaOf"]): unknown {
	if (typeof row !== "object" || row === null) return row;
	const values = row as Record<string, unknown>;
	const media = new Set<string>(MEDIA_FIELDS);
	return Object.fromEntries(
		INSTANT_FIELDS.flatMap((field) => {
			const value = media.has(field) ? mediaOf(values[field], field as MediaField) : values[field];
			return value === undefined || value === null ? [] : [[field, value]];
		}),
	);
}

/** Clips that are gone leave a record behind, after the clip that they stood after. */
function withRemovals(
	records: ReadonlyMap<string, DataRecord>,
	earlier: readonly DataRecord[],
	today: string,
): DataRecord[] {
	const first: DataRecord[] = [];
	const behind = new Map<string, DataRecord[]>();
	let place = first;
	for (const record of earlier) {
		const { slug } = record;
		if (records.has(slug)) {
			place = [];
			behind.set(slug, place);
		} else place.push(isRemoval(record) ? record : { slug, removed: today });
	}
	const current = [...records].flatMap(([slug, record]) => [record, ...(behind.get(slug) ?? [])]);
	return [...first, ...current];
}

/** A record as a line of a catalogue file. */
export function recordJson(record: DataRecord): string {
	return "removed" in record ? toJson(record) : instantJson(record);
}
