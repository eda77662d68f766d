/** Turns the rows of a live server into records, and reports rows that cannot be records. */
import { readFileSync } from "node:fs";
import { faultText, someOf } from "../catalogue/problems.ts";
import { explain, instantSchema, isRemoval } from "../catalogue/record-schema.ts";
import { shown } from "../console/text.ts";
import { instantJson, toJson } from "../contract/envelope.ts";
import { INSTANT_FIELDS, type Instant, MEDIA_FIELDS } from "../contract/instant.ts";
import type { MediaCollection } from "./crawled-media.ts";
import type { Row } from "./crawled-pages.ts";
import { MirrorError } from "./errors.ts";
import { type Failure, parsed } from "./provenance.ts";

export const RECORDS = "data/clips.ndjson";

/** A record as it stands in `data/`. */
export type DataRecord = Instant | { readonly slug: string; readonly removed: string };

/** The records of a file, one a line. Throws a MirrorError if they are damaged. */
export function recordsIn(file: string): DataRecord[] {
	const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
	return lines.map((line, i) => {
		const record = parsed(line) as DataRecord | undefined;
		if (typeof record?.slug === "string") return record;
		throw new MirrorError(
			`${file}:${i + 1}: is not what a mirror writes; restore the file, or put DIR.previous in the place of DIR`,
		);
	});
}

/** Values for fields that a server leaves out. */
const DEFAULTS = { image: null, description: "", tags: "" } as const satisfies Partial<Instant>;

/**
 * Turns every row into a record or a failure, and every clip that is gone into the record of its removal.
 * The notes list values that were changed so that a build accepts them.
 * @param isWhole whether the media of an earlier record are all here, so that the record can stay
 */
export function convert(
	rows: readonly Row[],
	earlier: readonly DataRecord[],
	isWhole: (record: DataRecord) => boolean,
	media: MediaCollection,
	today: string,
): {
	readonly records: readonly DataRecord[];
	readonly failed: Failure[];
	readonly notes: readonly string[];
} {
	const before = new Map(earlier.map((record) => [record.slug, record]));
	const records = new Map<string, DataRecord>();
	const failed: Failure[] = [];
	const repairs = new Map<string, string[]>();
	for (const { page, number, value } of rows) {
		const fields = Object(value) as Readonly<Record<string, unknown>>;
		const slug = typeof fields.slug === "string" ? fields.slug : "";
		const record = fields === value ? knownFields(fields, media) : value;
		for (const field of Object.keys(REPAIRS)) {
			if (fields !== value || repaired(field, fields[field]) === fields[field]) continue;
			repairs.set(field, [...(repairs.get(field) ?? []), slug]);
		}
		const row = `page ${page} clip ${number}`;
		const what = `${row} ${shown(fields === value ? fields.slug : value)}`;
		const result = instantSchema.safeParse(record);
		if (result.success) {
			records.set(slug, { ...DEFAULTS, ...(record as Instant) });
		} else {
			const old = before.get(slug);
			const isKept = old !== undefined && !isRemoval(old) && isWhole(old);
			if (isKept) records.set(slug, old);
			const effect = isKept ? "the record of an earlier run stays" : "it is left out";
			for (const { field, value, ...fault } of explain(record, result.error)) {
				const given = field === undefined ? undefined : fields[field];
				const url = media.find(given, field)?.plain;
				const isLost = url !== undefined && value === undefined;
				const reason = isLost ? "is not here, and a build refuses its URL" : faultText(fault);
				failed.push({
					what: field === undefined ? what : `${what} ${field} ${shown(given)}`,
					reason: `${reason}; ${effect}`,
					row,
					...(url === undefined ? {} : { url }),
				});
			}
		}
	}
	const notes = [...repairs].map(
		([field, slugs]) => `${REPAIRS[field]?.note} (clips: ${someOf(slugs)})`,
	);
	return { records: withRemovals(records, earlier, today), failed, notes };
}

/** Values that other servers write differently. */
const REPAIRS: Readonly<
	Record<string, { wrong: RegExp; note: string; right(text: string): unknown }>
> = {
	image: { wrong: /^$/, note: 'an empty "image" is taken for no image', right: () => null },
	color: {
		wrong: /^#[0-9a-f]{6}$/i,
		note: '"color" is taken without its "#"',
		right: (text) => text.slice(1),
	},
	...Object.fromEntries(
		["duration", "gain"].map((field) => [
			field,
			{ wrong: /^-?\d+(?:\.\d+)?$/, note: `"${field}" is taken as a number`, right: Number },
		]),
	),
};

function repaired(field: string, value: unknown): unknown {
	const repair = REPAIRS[field];
	return typeof value === "string" && repair?.wrong.test(value) ? repair.right(value) : value;
}

/** The fields of a row that a record has. Null counts as left out. */
function knownFields(
	fields: Readonly<Record<string, unknown>>,
	media: MediaCollection,
): Record<string, unknown> {
	const written = MEDIA_FIELDS.map((field) => [field, media.written(fields[field], field)]);
	const values: Record<string, unknown> = { ...fields, ...Object.fromEntries(written) };
	for (const field of Object.keys(REPAIRS)) values[field] = repaired(field, values[field]);
	const known = INSTANT_FIELDS.filter((field) => (values[field] ?? undefined) !== undefined);
	return Object.fromEntries(known.map((field) => [field, values[field]]));
}

/** The fields of rows that records do not have. */
export function unknownFields(rows: readonly Row[]): string[] {
	const fields = new Set(rows.flatMap(({ value }) => Object.keys(Object(value))));
	for (const field of INSTANT_FIELDS) fields.delete(field);
	return [...fields].map(shown);
}

/** Inserts the record of each removal where its clip was. */
function withRemovals(
	records: ReadonlyMap<string, DataRecord>,
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

export function recordJson(record: DataRecord): string {
	return "removed" in record ? toJson(record) : instantJson(record);
}
