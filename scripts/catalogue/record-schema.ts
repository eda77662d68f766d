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
import { type MediaPath, parseMediaPath } from "./media-path.ts";
import { HALF_PAIR } from "./portable-path.ts";
import type { Fault, RecordPlace } from "./problems.ts";

/** All control characters except tab, CR and LF. */
const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** The blank Braille pattern and the null notehead are symbols that show nothing. */
const VISIBLE = /[^\s\u2800\u{1d159}\p{Cf}\p{Co}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The maximum lengths of texts, in UTF-16 units; limited because a clip is repeated on the pages of every word in
 * its name.
 */
const MAX_LENGTHS = { name: 1000, media: 2000, description: 10_000, tags: 1000 } as const;

/** The maximum length of a sound, in seconds: one day. */
const MAX_DURATION = 86_400;

/** The maximum gain, in dB, up or down. */
const MAX_GAIN = 60;

/** Six hexadecimal digits, in upper or lower case. */
const COLOR = /^[0-9A-Fa-f]{6}$/;

/** Separates a message from its fix, since zod has only one text for both. No fix contains it. */
const SEPARATOR = "\x1f";

function withFix(message: string, fix?: string): string {
	return fix === undefined ? message : message + SEPARATOR + fix;
}

function faultIn(text: string): Fault {
	const end = text.lastIndexOf(SEPARATOR);
	if (end < 0) return { message: text };
	return { message: text.slice(0, end), fix: text.slice(end + SEPARATOR.length) };
}

/** The message for a field that is not a string, or is required and missing. */
function noString({ input }: z.core.$ZodRawIssue): string {
	return input === undefined ? "is required" : "must be a string";
}

/** The message for an optional field that is not a string. */
function noText({ input }: z.core.$ZodRawIssue): string {
	const fix = Array.isArray(input) ? `write ${JSON.stringify(input.join(", "))}` : undefined;
	return withFix("must be a string", input === null ? "leave it out" : fix);
}

function string(most: number, error: z.core.$ZodErrorMap | string = noString) {
	return z.string({ error }).max(most, {
		error: ({ input }) =>
			withFix(
				`has ${String(input).length} characters, and at most ${most} are allowed`,
				"shorten it",
			),
	});
}

function text(most: number, error: z.core.$ZodErrorMap = noText) {
	return string(most, error)
		.refine((value) => value.isWellFormed(), {
			error: withFix(HALF_PAIR, "repair or remove it"),
		})
		.refine((value) => !CONTROL.test(value), {
			error: withFix("contains a control character", "remove it (only tab, CR and LF are allowed)"),
		});
}

function mediaFile(folder: MediaFolder, error?: string) {
	return string(MAX_LENGTHS.media, error).transform((value, context): MediaPath => {
		const read = parseMediaPath(value, folder);
		if ("path" in read) return read;
		context.addIssue({ code: "custom", message: withFix(read.message, read.fix) });
		return z.NEVER;
	});
}

/** Embeddings, overrides and isolates, which also reorder the text around them. https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
export const REORDERING = /[\u202a-\u202e\u2066-\u2069]/;

/** The schema of text that people see. */
export function visibleText(most: number, why: string) {
	const seen = text(most, noString).refine((value) => !REORDERING.test(value), {
		error: withFix(
			"contains an invisible character that changes the order of letters",
			"remove it",
		),
	});
	return seen.refine((value) => VISIBLE.test(value), {
		error: `must not be blank or invisible, because ${why}`,
	});
}

const slug = string(MAX_SLUG_LENGTH).regex(SLUG, {
	error: "may contain only lower-case letters a-z, digits, hyphens and underscores",
});

/** An object that rejects unknown fields, since most of these are misspelled. */
export function recordOf<S extends z.core.$ZodLooseShape>(
	shape: S,
	whole: string,
	unknown: string,
) {
	return z.strictObject(shape, {
		error: ({ code }) => (code === "unrecognized_keys" ? unknown : whole),
	});
}

const WHOLE = "must be a JSON object with the fields of a clip";

export const color = z.string({ error: noString }).regex(COLOR, {
	error: 'must be six hexadecimal digits without "#", such as "FF8800"',
});

const REMOVED_MESSAGE = 'must be the date of removal, such as "2026-11-21"';
const DURATION_MESSAGE = withFix(
	`must be a number of seconds above 0 and at most ${MAX_DURATION}, such as 2.345`,
	"correct it, or remove it and measure the sound",
);
const GAIN_MESSAGE = withFix(
	`must be a number of dB from -${MAX_GAIN} to ${MAX_GAIN}, such as -4.56`,
	"correct it, or remove it and measure the sound",
);

function measure(isPossible: (value: number) => boolean, error: string) {
	return z.number({ error }).refine(isPossible, { error }).optional();
}

/** The record of a clip. */
export const instantSchema = recordOf(
	{
		name: visibleText(MAX_LENGTHS.name, "people see it and search for it"),
		slug,
		sound: mediaFile(MEDIA_FOLDERS.sound),
		color,
		image: mediaFile(MEDIA_FOLDERS.image, "must be a string or null").nullable().default(null),
		description: text(MAX_LENGTHS.description).default(""),
		tags: text(MAX_LENGTHS.tags).default(""),
		duration: measure((value) => value > 0 && value <= MAX_DURATION, DURATION_MESSAGE),
		gain: measure((value) => Math.abs(value) <= MAX_GAIN, GAIN_MESSAGE),
	} satisfies Record<InstantField, z.ZodType>,
	WHOLE,
	`unknown field; the fields are ${INSTANT_FIELDS.join(", ")}`,
);

/** The record of a removed clip, which reserves the clip's position and slug. */
const removedSchema = recordOf(
	{
		slug,
		removed: z.iso.date({ error: REMOVED_MESSAGE }),
		reason: text(1000).optional(),
		/** The hash of the clip's sound, by which imports recognise the clip. */
		sha256: z
			.string({ error: "must be a string" })
			.regex(/^[0-9a-f]{64}$/, { error: "must be a SHA-256 hash: 64 characters from 0-9 and a-f" })
			.optional(),
	},
	WHOLE,
	withFix(
		"does not belong in the record of a removed clip",
		"keep only slug, removed, reason and sha256",
	),
);

export type CatalogueInstant = z.infer<typeof instantSchema>;

export type CatalogueRecord = CatalogueInstant | z.infer<typeof removedSchema>;

/** The compiled schema takes half the time, which matters with a million clips. */
const compiledSchema = z.compile(instantSchema);

export function checkRecord(record: unknown): z.ZodSafeParseResult<CatalogueRecord> {
	return (isRemoval(record) ? removedSchema : compiledSchema).safeParse(record);
}

/** Whether an unchecked record describes a removed clip. */
export function isRemoval(record: unknown): boolean {
	return typeof record === "object" && record !== null && "removed" in record;
}

const SHARED_FIELDS = ["slug", ...(Object.keys(MEDIA_FOLDERS) as MediaField[])] as const;

/** The fields that are checked across records. A field that is invalid on its own is left out. */
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

export interface FieldProblem extends Fault {
	/** Absent if the whole record is wrong. */
	readonly field?: string;
	readonly value?: unknown;
}

/** The messages from zod, by field. */
export function explain(record: unknown, error: z.ZodError): FieldProblem[] {
	return error.issues.flatMap((issue): FieldProblem[] => {
		const { message, path } = issue;
		const fault = faultIn(message);
		if (issue.code === "unrecognized_keys") return issue.keys.map((field) => ({ field, ...fault }));
		if (path[0] === undefined) return [{ value: record, ...fault }];
		const field = String(path[0]);
		return [{ field, value: (record as Record<string, unknown>)[field], ...fault }];
	});
}
