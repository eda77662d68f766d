/** The rules for records in `data/`, and the messages for records that break them. */
import * as z from "zod";
import {
	INSTANT_FIELDS,
	type InstantField,
	MAX_SLUG_LENGTH,
	MEDIA_FOLDERS,
	type MediaField,
	type MediaFolder,
	SLUG,
} from "../contract/instant.ts";
import { type MediaPath, MediaPathError, parseMediaPath } from "./media-path.ts";
import type { RecordPlace } from "./problems.ts";

/** All control characters except tab, CR and LF. */
const CONTROL = /[\p{Cc}--[\t\r\n]]/v;

/** The blank Braille pattern and the null notehead are symbols without a look. */
const VISIBLE = /[^\s\u2800\u{1d159}\p{Cf}\p{Co}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** In UTF-16 units. Texts have limits, since every page of a word of its name repeats a clip. */
const MAX_LENGTHS = { name: 1000, media: 2000, description: 10_000, tags: 1000 } as const;

/** In seconds: a day. */
const MAX_DURATION = 86_400;

/** In dB, up or down. */
const MAX_GAIN = 60;

/** Six hexadecimal digits, in the case the owner wrote them. */
const COLOR = /^[0-9A-Fa-f]{6}$/;

function text(most: number) {
	return z
		.string()
		.max(most)
		.refine((value) => value.isWellFormed(), {
			error: "contains half of a surrogate pair, usually a broken emoji; repair or remove it",
		})
		.refine((value) => !CONTROL.test(value), {
			error: "contains a control character; remove it (only tab, CR and LF are allowed)",
		});
}

function mediaFile(folder: MediaFolder) {
	const written = z.string().max(MAX_LENGTHS.media);
	return written.transform((value, context): MediaPath => {
		try {
			return parseMediaPath(value, folder);
		} catch (error) {
			if (!(error instanceof MediaPathError)) throw error;
			context.addIssue({ code: "custom", message: error.message });
			return z.NEVER;
		}
	});
}

/** Embeddings, overrides and isolates, which change the order of the text around them too. https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
export const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

/** A text that people see. */
export function visibleText(most: number, why: string) {
	const seen = text(most).refine((value) => !REORDERING.test(value), {
		error: "contains an invisible character that changes the order of letters; remove it",
	});
	return seen.refine((value) => VISIBLE.test(value), {
		error: `must not be blank or invisible, because ${why}`,
	});
}

export const color = z.string().regex(COLOR, {
	error: 'must be six hexadecimal digits without "#", such as "FF8800"',
});

const REMOVED_MESSAGE = 'must be the day of the removal, such as "2026-11-21"';
const DURATION_MESSAGE = `must be a number of seconds above 0 and not above ${MAX_DURATION}, such as 2.345; correct it, or take it out and measure the sound`;
const GAIN_MESSAGE = `must be a number of dB from -${MAX_GAIN} to ${MAX_GAIN}, such as -4.56; correct it, or take it out and measure the sound`;

/** The record of a clip. Unknown fields are errors because most are misspelled. */
export const instantSchema = z.strictObject({
	name: visibleText(MAX_LENGTHS.name, "people see and search it"),
	slug: z.string().max(MAX_SLUG_LENGTH).regex(SLUG, {
		error: "may contain only lower-case letters a-z, digits, hyphens and underscores",
	}),
	sound: mediaFile(MEDIA_FOLDERS.sound),
	color,
	image: mediaFile(MEDIA_FOLDERS.image).nullable().default(null),
	description: text(MAX_LENGTHS.description).default(""),
	tags: text(MAX_LENGTHS.tags).default(""),
	duration: z
		.number()
		.positive({ error: DURATION_MESSAGE })
		.max(MAX_DURATION, { error: DURATION_MESSAGE })
		.optional(),
	gain: z
		.number()
		.min(-MAX_GAIN, { error: GAIN_MESSAGE })
		.max(MAX_GAIN, { error: GAIN_MESSAGE })
		.optional(),
} satisfies Record<InstantField, z.ZodType>);

/** What is said about values of another type, where the name of the type would say too little. */
const MEANT: Readonly<Record<string, string>> = {
	removed: REMOVED_MESSAGE,
	duration: DURATION_MESSAGE,
	gain: GAIN_MESSAGE,
};

/** The record of a removed clip, which keeps the clip's position and slug out of use. */
const removedSchema = z.strictObject({
	slug: instantSchema.shape.slug,
	removed: z.iso.date({ error: REMOVED_MESSAGE }),
	reason: text(1000).optional(),
	/** Of its sound, by which an import knows it. */
	sha256: z
		.string()
		.regex(/^[0-9a-f]{64}$/, { error: "must be a SHA-256 hash: 64 of 0-9 and a-f" })
		.optional(),
});

export type CatalogueInstant = z.infer<typeof instantSchema>;

export type CatalogueRecord = CatalogueInstant | z.infer<typeof removedSchema>;

export function checkRecord(record: unknown): z.ZodSafeParseResult<CatalogueRecord> {
	return (isRemoval(record) ? removedSchema : instantSchema).safeParse(record);
}

/** Whether an unchecked record is of a removed clip. */
export function isRemoval(record: unknown): boolean {
	return typeof record === "object" && record !== null && "removed" in record;
}

const SHARED_FIELDS = ["slug", ...(Object.keys(MEDIA_FOLDERS) as MediaField[])] as const;

/** The fields that are checked across records. Absent if they are wrong by themselves. */
type SharedValues = Partial<Pick<CatalogueInstant, "slug" | MediaField>>;

export interface SharedFields extends SharedValues {
	readonly place: RecordPlace;
}

/** The valid fields of an invalid record, so that its other problems are found in the same run. */
export function sharedFields(record: unknown): SharedValues {
	const valid = SHARED_FIELDS.flatMap((field) => {
		const { data } = instantSchema.shape[field].safeParse(Object(record)[field]);
		return data === undefined ? [] : [[field, data]];
	});
	return Object.fromEntries(valid);
}

export interface FieldProblem {
	/** Absent if the whole record is wrong. */
	readonly field?: string;
	readonly value?: unknown;
	readonly message: string;
}

/** What the messages about a kind of record say. */
export interface RecordKind {
	readonly fields: Readonly<Record<string, z.ZodType>>;
	/** What the whole must be. */
	readonly whole: string;
	/** Why a field may not be there. */
	readonly unknown: string;
	/** What cannot do without a field. */
	readonly owner: string;
}

const WHOLE = "must be a JSON object with the fields of an instant";

const INSTANT: RecordKind = {
	fields: instantSchema.shape,
	whole: WHOLE,
	unknown: `unknown field; the fields are ${INSTANT_FIELDS.join(", ")}`,
	owner: "every instant",
};

const REMOVED: RecordKind = {
	fields: removedSchema.shape,
	whole: WHOLE,
	unknown:
		"does not belong in the record of a removed clip; keep only slug, removed, reason and sha256",
	owner: "the record of a removed clip",
};

/** Turns zod's issues into messages for the owner. */
export function explain(
	record: unknown,
	error: z.ZodError,
	kind: RecordKind = isRemoval(record) ? REMOVED : INSTANT,
): FieldProblem[] {
	return error.issues.flatMap((issue): FieldProblem[] => {
		const fields = issue.code === "unrecognized_keys" ? issue.keys : [issue.path[0]];
		return fields.map((field) => {
			if (field === undefined) return { value: record, message: kind.whole };
			const name = String(field);
			const value = (record as Record<string, unknown>)[name];
			return { field: name, ...explainField(issue, name, value, kind) };
		});
	});
}

function explainField(
	issue: z.core.$ZodIssue,
	name: string,
	value: unknown,
	{ fields, unknown, owner }: RecordKind,
): FieldProblem {
	if (issue.code === "unrecognized_keys") return { message: unknown };
	if (issue.code === "too_big" && issue.origin === "string") {
		const message = `has ${String(value).length} characters, and at most ${issue.maximum} are allowed; shorten it`;
		return { value, message };
	}
	if (issue.code !== "invalid_type") return { value, message: issue.message };
	if (value === undefined) return { message: `is missing; ${owner} needs it` };
	const meant = MEANT[name];
	if (meant !== undefined) return { value, message: meant };
	const orNull = fields[name]?.safeParse(null).success ? " or null" : "";
	return { value, message: `must be a ${issue.expected}${orNull}` };
}
