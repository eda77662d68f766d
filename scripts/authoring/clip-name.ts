/** Makes names and tags of clips from the tags of their sounds, or from the names of files. */
import { instantSchema, REORDERING } from "../catalogue/record-schema.ts";

/** The longest name, or list of tags, that a record may have, in UTF-16 units. */
const MAX_LENGTH = 1000;

/** `01 `, `1. ` and `12 - `, but not the number of `808-kick` or `3-2-1`. */
const TRACK_NUMBER = /^(?:\d{1,3}\s*[-.)]\s+|0\d[\s.-]+)(?=.*\p{L})/u;

/** Django adds this to the name of an uploaded file if another has that name. https://docs.djangoproject.com/en/stable/ref/files/storage/#django.core.files.storage.Storage.get_alternative_name */
const DJANGO_SUFFIX = /_(?=\w*[A-Za-z])(?:(?=\w*\d)|(?=\w*[a-z])(?=\w+[A-Z]))[A-Za-z\d]{7}$/;

/** Titles that programs write where nobody has given one. */
const NO_TITLE = /^(?:untitled|unknown|(?:audio)?\s*track\s*\d*)$/i;
const ADDRESS_OR_FILE = /^(?:https?:\/\/|www\.)\S+$|\.(?:com|net|org|mp3|wav|m4a|ogg|flac)$/i;

/** Characters that no real text has, or four in a row that Latin-1 has and ASCII has not. */
const NO_TEXT = /[\ufffd\p{Co}]|[\u0080-\u00ff]{4}/u;

/** The title if it can name a clip, or else the file's name, or else `Untitled`. Always valid in a record. */
export function clipName(title: string | undefined, file: string, isNumbered = false): string {
	const given = title === undefined || titleFault(title) !== undefined ? "" : title;
	const names = [given, fromFileName(file, isNumbered)].map(cleaned);
	return names.find((name) => instantSchema.shape.name.safeParse(name).success) ?? "Untitled";
}

/** Why a title cannot name a clip; undefined if it can. */
export function titleFault(title: string): string | undefined {
	const text = title.trim();
	if (NO_TEXT.test(text) || isMisread(text)) return "is not in the encoding that its tag declares";
	if (NO_TITLE.test(text)) return "says nothing";
	return ADDRESS_OR_FILE.test(text) ? "is an address or a file name" : undefined;
}

/** Whether a text is UTF-8 that was read as Latin-1, or UTF-16 with its bytes swapped. */
function isMisread(text: string): boolean {
	const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
	if (units.length > 1 && units.every((unit) => (unit & 0xff) === 0)) return true;
	if (units.every((unit) => unit < 0x80) || units.some((unit) => unit > 0xff)) return false;
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(units));
		return true;
	} catch {
		return false;
	}
}

/** Whether all files of a folder have a track number. If they do, the names of clips leave it out. */
export function areNumbered(files: readonly string[]): boolean {
	return files.every((file) => TRACK_NUMBER.test(file.replaceAll("_", " ")));
}

/** The tags as text for a record, without repeats and without those that would exceed its limit. */
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
function fromFileName(file: string, isNumbered: boolean): string {
	const stem = decoded(file.replace(/\.[^.]*$/, "").replace(DJANGO_SUFFIX, ""));
	const words = stem.replaceAll("_", " ").trim();
	return isNumbered ? words.replace(TRACK_NUMBER, "") : words;
}

const ENTITIES: Readonly<Record<string, string>> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	"#39": "'",
};

/** Decodes percent-escapes and HTML entities, which browsers leave in the names of saved files. */
function decoded(name: string): string {
	const plain = name.replace(/&(amp|lt|gt|quot|#39);/g, (_, entity) => ENTITIES[entity] ?? "");
	try {
		return decodeURIComponent(plain);
	} catch {
		return plain;
	}
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
