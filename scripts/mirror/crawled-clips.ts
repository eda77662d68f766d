/** Makes the records of a data folder from the rows of a live server, and says what could not be used. */

import { explain, instantSchema, isRemoval } from "../catalogue/record-schema.ts";
import { shown } from "../console/text.ts";
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
	readonly what: string;
	readonly reason: string;
	/** Whether something is therefore missing from `data/`. */
	readonly lost: boolean;
}

interface Conversion {
	/** What the crawl before wrote, in its order. */
	readonly earlier: readonly DataRecord[];
	/** What to write for the value of a media field; undefined if nothing can stand for it. */
	readonly mediaOf: (value: unknown, field: MediaField) => unknown;
	/** The day of the run: `2026-11-22`. */
	readonly today: string;
}

/** The values of fields that a server may leave out. */
const DEFAULTS = { image: null, description: "", tags: "" } as const satisfies Partial<Instant>;

/** Every row becomes a record or a problem, and every clip that is gone the record of a removal. */
export function convert(
	rows: readonly Row[],
	{ earlier, mediaOf, today }: Conversion,
): { readonly records: readonly DataRecord[]; readonly problems: readonly Problem[] } {
	const before = new Map(earlier.map((record) => [record.slug, record]));
	const records = new Map<string, DataRecord>();
	const problems = unknownFields(rows);
	for (const row of rows) {
		const fields = fieldsOf(row.value);
		const record = fields === undefined ? row.value : knownFields(fields, mediaOf);
		const slug = typeof fields?.slug === "string" ? fields.slug : "";
		const result = instantSchema.safeParse(record);
		const old = before.get(slug);
		const isKept = !result.success && old !== undefined && !isRemoval(old);
		const effect = isKept ? "; what an earlier run has got is kept" : "; it is left out";
		if (records.has(slug)) {
			const reason = "has the slug of another clip; it is left out";
			problems.push({ what: placeOf(row, slug), reason, lost: true });
		} else if (result.success) {
			records.set(slug, { ...DEFAULTS, ...(record as Instant) });
		} else {
			if (isKept) records.set(slug, old);
			for (const { field, message, value } of explain(record, result.error)) {
				const given = field === undefined ? row.value : fields?.[field];
				const isUnfetched = value === undefined && typeof given === "string";
				const reason = isUnfetched ? "is not here, and a build refuses its URL" : message;
				const text = given === undefined ? undefined : shown(given);
				const what = [placeOf(row, slug), field, text].filter(Boolean).join(" ");
				problems.push({ what, reason: `${reason}${effect}`, lost: true });
			}
		}
	}
	return { records: withRemovals(records, earlier, today), problems };
}

function placeOf({ page, number }: Row, slug: string): string {
	return `page ${page} clip ${number}${slug === "" ? "" : ` ${shown(slug)}`}`;
}

function fieldsOf(row: unknown): Readonly<Record<string, unknown>> | undefined {
	const isObject = typeof row === "object" && row !== null;
	return isObject ? (row as Record<string, unknown>) : undefined;
}

/** What a record may hold of a row. Null stands for a field that is left out. */
function knownFields(
	fields: Readonly<Record<string, unknown>>,
	mediaOf: Conversion["mediaOf"],
): Record<string, unknown> {
	const media = MEDIA_FIELDS.map((field) => [field, mediaOf(fields[field], field)]);
	const values: Record<string, unknown> = { ...fields, ...Object.fromEntries(media) };
	const known = INSTANT_FIELDS.filter((field) => (values[field] ?? undefined) !== undefined);
	return Object.fromEntries(known.map((field) => [field, values[field]]));
}

function unknownFields(rows: readonly Row[]): Problem[] {
	const counts = new Map<string, number>();
	for (const { value } of rows) {
		for (const field of Object.keys(fieldsOf(value) ?? {})) {
			const isKnown = INSTANT_FIELDS.some((known) => known === field);
			if (!isKnown) counts.set(field, (counts.get(field) ?? 0) + 1);
		}
	}
	return [...counts].map(([field, count]) => ({
		what: `field ${shown(field)}`,
		reason: `is unknown, on ${count} of ${rows.length} clips; its values are only in crawl/pages`,
		lost: false,
	}));
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
