/** Checks a record against its rules, and takes a short cut where nothing can be wrong: with nearly all of them. */
import type { ZodSafeParseResult } from "zod";
import { MAX_SLUG_LENGTH, MEDIA_FOLDERS, type MediaFolder, SLUG } from "../contract/instant.ts";
import { type MediaPath, parseMediaPath } from "./media-path.ts";
import {
	type CatalogueInstant,
	type CatalogueRecord,
	COLOR,
	CONTROL,
	instantSchema,
	isRemoval,
	MAX_DURATION,
	MAX_GAIN,
	MAX_LENGTHS,
	REORDERING,
	removedSchema,
	VISIBLE,
} from "./record-schema.ts";

export function checkRecord(record: unknown): ZodSafeParseResult<CatalogueRecord> {
	if (isRemoval(record)) return removedSchema.safeParse(record);
	const data = surelyValid(record);
	return data === undefined ? instantSchema.safeParse(record) : { success: true, data };
}

/** The clip of a valid record, in a fraction of the time that the schema takes; undefined if it must decide. */
function surelyValid(record: unknown): CatalogueInstant | undefined {
	if (typeof record !== "object" || record === null || Array.isArray(record)) return undefined;
	for (const field in record) if (!Object.hasOwn(instantSchema.shape, field)) return undefined;
	const fields = record as { readonly [F in keyof CatalogueInstant]?: unknown };
	const { name, slug, color, description = "", tags = "", duration, gain } = fields;
	const sound = mediaPath(fields.sound, MEDIA_FOLDERS.sound);
	const image = fields.image == null ? null : mediaPath(fields.image, MEDIA_FOLDERS.image);
	const isValid =
		isText(name, MAX_LENGTHS.name) &&
		VISIBLE.test(name) &&
		!REORDERING.test(name) &&
		typeof slug === "string" &&
		slug.length <= MAX_SLUG_LENGTH &&
		SLUG.test(slug) &&
		typeof color === "string" &&
		COLOR.test(color) &&
		isText(description, MAX_LENGTHS.description) &&
		isText(tags, MAX_LENGTHS.tags) &&
		isNumberIfAny(duration, Number.MIN_VALUE, MAX_DURATION) &&
		isNumberIfAny(gain, -MAX_GAIN, MAX_GAIN);
	if (!isValid || sound === undefined || image === undefined) return undefined;
	const clip: CatalogueInstant = { name, slug, sound, color, image, description, tags };
	if (duration !== undefined) clip.duration = duration;
	if (gain !== undefined) clip.gain = gain;
	return clip;
}

function isNumberIfAny(value: unknown, least: number, most: number): value is number | undefined {
	return value === undefined || (typeof value === "number" && value >= least && value <= most);
}

function isText(value: unknown, most: number): value is string {
	return (
		typeof value === "string" &&
		value.length <= most &&
		value.isWellFormed() &&
		!CONTROL.test(value)
	);
}

/** Undefined for a value that is not allowed: the schema says why. */
function mediaPath(value: unknown, folder: MediaFolder): MediaPath | undefined {
	if (typeof value !== "string" || value.length > MAX_LENGTHS.media) return undefined;
	try {
		return parseMediaPath(value, folder);
	} catch {
		return undefined;
	}
}
