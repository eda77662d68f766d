/** Names clips after the title tag of their sound, or else after its file. */
import { instantSchema, REORDERING } from "../catalogue/record-schema.ts";

/** As many as a record may have. */
const MAX_LENGTH = 1000;

/** `01 `, `1. ` and `12 - `, but not the number of `808-kick` or `3-2-1`. */
const TRACK_NUMBER = /^(?:\d{1,3}\s*[-.)]\s+|0\d[\s.-]+)(?=.*\p{L})/u;

/** A name that a record may have. */
export function clipName(title: string | undefined, file: string): string {
	const names = [title ?? "", fromFileName(file)].map(cleaned);
	return names.find((name) => instantSchema.shape.name.safeParse(name).success) ?? "Untitled";
}

/** @param file the last part of a path */
function fromFileName(file: string): string {
	const words = file.replace(/\.[^.]*$/, "").replaceAll("_", " ");
	return words.trim().replace(TRACK_NUMBER, "");
}

function cleaned(name: string): string {
	return name
		.normalize("NFC")
		.toWellFormed()
		.replaceAll(new RegExp(REORDERING, "g"), "")
		.replace(/[\p{Cc}\s]+/gu, " ")
		.trim()
		.slice(0, MAX_LENGTH)
		.replace(/[\ud800-\udbff]$/, "")
		.trimEnd();
}
