/** Names clips after the title tag of their sound, or else after its file; and what else becomes text of a record. */
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

/** Tags that a record may have, each once, as far as they have room. */
export function clipTags(tags: readonly string[]): string {
	const each = new Set(tags.map((tag) => cleaned(tag.replaceAll(",", " "))));
	each.delete("");
	let text = "";
	for (const tag of each) {
		const longer = text === "" ? tag : `${text}, ${tag}`;
		if (longer.length <= MAX_LENGTH) text = longer;
	}
	return text;
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
