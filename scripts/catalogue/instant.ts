/** What an instant is in `data/`: its fields, what each may hold, and how a wrong one is explained. */
import { z } from "zod";
import {
	INSTANT_FIELDS,
	type InstantField,
	MEDIA_FOLDERS,
	type MediaFolder,
} from "../contract/instant.ts";
import { type MediaPath, MediaPathError, parseMediaPath } from "./media-path.ts";
import type { Place } from "./problems.ts";

/** Control characters but tab, CR and LF. */
const CONTROL = /[\p{Cc}--[\t\r\n]]/v;

const text = z
	.string()
	.refine((value) => value.isWellFormed(), {
		error: "holds half of a surrogate pair (a broken emoji, as a rule); repair or remove it",
	})
	.refine((value) => !CONTROL.test(value), {
		error: "holds a control character; only tab, CR and LF are allowed",
	});

function mediaFile(folder: MediaFolder) {
	return z.string().transform((value, context): MediaPath => {
		try {
			return parseMediaPath(value, folder);
		} catch (error) {
			if (!(error instanceof MediaPathError)) throw error;
			context.addIssue({ code: "custom", message: error.message });
			return z.NEVER;
		}
	});
}

/** One record of a catalogue file. Unknown fields are refused: they are misspellings, as a rule. */
export const instantSchema = z.strictObject({
	name: text.refine((value) => value.trim() !== "", {
		error: "must not be blank: it is what people see and search",
	}),
	slug: z.string().regex(/^[a-z0-9_-]+$/, {
		error: "must be lower-case letters a-z, digits, hyphens and underscores only",
	}),
	sound: mediaFile(MEDIA_FOLDERS.sound),
	color: z.string().regex(/^[0-9A-Fa-f]{6}$/, {
		error: 'must be six hexadecimal digits without "#", such as "FF8800"',
	}),
	image: mediaFile(MEDIA_FOLDERS.image).nullable().default(null),
	description: text.default(""),
	tags: text.default(""),
} satisfies Record<InstantField, z.ZodType>);

/** The record of a clip that was taken out for good: it keeps the clip's position and its slug. */
const removedSchema = z.strictObject({
	slug: instantSchema.shape.slug,
	removed: z.iso.date({ error: 'must be the day of the removal, such as "2026-11-21"' }),
	reason: text.optional(),
});

/** A checked clip. */
export type CatalogueInstant = z.infer<typeof instantSchema>;

/** A checked record. */
export type CatalogueRecord = CatalogueInstant | z.infer<typeof removedSchema>;

/** Whether a record, checked or not, is that of a removed clip. */
function isRemoval(record: unknown): boolean {
	return typeof record === "object" && record !== null && "removed" in record;
}

/** Checks a record. */
export function checkRecord(record: unknown): z.ZodSafeParseResult<CatalogueRecord> {
	return (isRemoval(record) ? removedSchema : instantSchema).safeParse(record);
}

/** What takes part in checks across records; of a faulty record, those fields that are right. */
export interface SharedFields extends Partial<Pick<CatalogueInstant, "slug" | "sound" | "image">> {
	readonly place: Place;
}

/** The fields of a faulty record that can be checked against others all the same. */
export function rightFields(record: unknown, place: Place): SharedFields {
	const { slug, sound, image } = instantSchema.shape;
	const partly = z.object({
		slug: slug.optional().catch(undefined),
		sound: sound.optional().catch(undefined),
		image: image.optional().catch(undefined),
	});
	const { data = {} } = partly.safeParse(record);
	const right = Object.entries(data).filter(([, value]) => value !== undefined);
	return { ...Object.fromEntries(right), place };
}

/** What is wrong with one field of a record. */
export interface FieldProblem {
	/** Absent when the record as a whole is wrong. */
	readonly field?: string;
	readonly value?: unknown;
	readonly message: string;
}

/** Explains every issue that zod found in a record. */
export function explain(record: unknown, error: z.ZodError): FieldProblem[] {
	return error.issues.flatMap((issue): FieldProblem[] => {
		const fields = issue.code === "unrecognized_keys" ? issue.keys : [issue.path[0]];
		return fields.map((field) => {
			if (field === undefined) {
				return { value: record, message: "must be a JSON object with the fields of an instant" };
			}
			const name = String(field);
			const value = (record as Record<string, unknown>)[name];
			return { field: name, ...explainField(issue, name, value, isRemoval(record)) };
		});
	});
}

function explainField(
	issue: z.core.$ZodIssue,
	name: string,
	value: unknown,
	isRemoved: boolean,
): FieldProblem {
	if (issue.code === "unrecognized_keys") {
		return {
			message: isRemoved
				? "does not belong in the record of a removed clip; keep only slug, removed and reason"
				: `unknown field; the fields are ${INSTANT_FIELDS.join(", ")}`,
		};
	}
	if (issue.code !== "invalid_type") return { value, message: issue.message };
	if (value === undefined) return { message: "is missing; every instant needs it" };
	const fields: Readonly<Record<string, z.ZodType>> = isRemoved
		? removedSchema.shape
		: instantSchema.shape;
	const orNull = fields[name]?.safeParse(null).success ? " or null" : "";
	return { value, message: `must be a ${issue.expected}${orNull}` };
}
