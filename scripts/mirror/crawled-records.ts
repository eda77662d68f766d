/** Turns the rows of a live server into records, and reports rows that cannot be records. */
import { faultText, someOf } from "../catalogue/problems.ts";
import { explain, instantSchema, isRemoval } from "../catalogue/record-schema.ts";
import { shown } from "../console/text.ts";
import { instantJson, toJson } from "../contract/envelope.ts";
import { INSTANT_FIELDS, type Instant, MEDIA_FIELDS } from "../contract/instant.ts";
import type { CrawledMedia } from "./crawled-media.ts";
import type { Row } from "./listing.ts";
import type { Failure } from "./provenance.ts";

/** A record as it stands in `data/`. */
export type DataRecord = Instant | { readonly slug: string; readonly removed: string };

/** Values for fields that a server leaves out. */
const DEFAULTS = { image: null, description: "", tags: "" } as const satisfies Partial<Instant>;

/**
 * Turns every row into a record or into failures. The notes list values that are spelled differently.
 * @param earlier the record of an earlier run, if it can stay
 */
export function convert(
	rows: Iterable<Row>,
	media: CrawledMedia,
	earlier: (slug: unknown) => Instant | undefined,
): {
	/** The records, by slug. */
	readonly records: ReadonlyMap<string, Instant>;
	readonly failed: readonly Failure[];
	readonly notes: readonly string[];
} {
	const records = new Map<string, Instant>();
	const failed: Failure[] = [];
	const respelled = new Map<string, string[]>();
	for (const { page, number, value } of rows) {
		const fields = Object(value) as Readonly<Record<string, unknown>>;
		const record = fields === value ? recordOf(fields, media, respelled) : value;
		const row = `page ${page} clip ${number}`;
		const what = `${row} ${shown(fields === value ? fields.slug : value)}`;
		const { success, error } = instantSchema.safeParse(record);
		if (success) {
			records.set(String(fields.slug), { ...DEFAULTS, ...(record as Instant) });
			continue;
		}
		const faults = explain(record, error).map(({ field, value: _, ...fault }) =>
			field === undefined
				? faultText(fault)
				: `${field} ${shown(fields[field])}: ${media.refusal(fields[field], field) ?? faultText(fault)}`,
		);
		const old = earlier(fields.slug);
		if (old !== undefined) {
			records.set(old.slug, old);
			faults.push("the record of an earlier run stays");
		}
		const url = media.find(fields.sound, "sound")?.plain;
		failed.push({ what, reason: faults.join("; "), row, ...(url === undefined ? {} : { url }) });
	}
	const notes = [...respelled].map(([note, slugs]) => `${note} (clips: ${someOf(slugs)})`);
	return { records, failed, notes };
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Spellings of other servers: the field, the text, the value that it stands for, and a note. */
const SPELLINGS: readonly (readonly [string, RegExp, (text: string) => unknown, string])[] = [
	["image", /^$/, () => null, 'an empty "image" is taken for no image'],
	["color", /^#[0-9a-f]{6}$/i, (text) => text.slice(1), '"color" is taken without its "#"'],
	["duration", NUMBER, Number, '"duration" is taken as a number'],
	["gain", NUMBER, Number, '"gain" is taken as a number'],
];

/** The fields of a row that a record has. Null counts as left out. */
function recordOf(
	fields: Readonly<Record<string, unknown>>,
	media: CrawledMedia,
	respelled: Map<string, string[]>,
): Record<string, unknown> {
	const written = MEDIA_FIELDS.map((field) => [field, media.written(fields[field], field)]);
	const values: Record<string, unknown> = { ...fields, ...Object.fromEntries(written) };
	for (const [field, pattern, meant, note] of SPELLINGS) {
		const value = values[field];
		if (typeof value !== "string" || !pattern.test(value)) continue;
		values[field] = meant(value);
		const slugs = respelled.get(note) ?? [];
		slugs.push(String(fields.slug));
		respelled.set(note, slugs);
	}
	const known = INSTANT_FIELDS.filter((field) => (values[field] ?? undefined) !== undefined);
	return Object.fromEntries(known.map((field) => [field, values[field]]));
}

/** The records in the order of the source, and the record of each removal where its clip was. */
export function withRemovals(
	records: ReadonlyMap<string, Instant>,
	earlier: readonly DataRecord[],
	today: string,
): DataRecord[] {
	const first: DataRecord[] = [];
	const after = new Map<string, DataRecord[]>();
	let place = first;
	for (const record of earlier) {
		const { slug } = record;
		if (records.has(slug)) {
			place = [];
			after.set(slug, place);
		} else place.push(isRemoval(record) ? record : { slug, removed: today });
	}
	const current = [...records].flatMap(([slug, record]) => [record, ...(after.get(slug) ?? [])]);
	return [...first, ...current];
}

export function recordLine(record: DataRecord): string {
	return `${"removed" in record ? toJson(record) : instantJson(record)}\n`;
}
