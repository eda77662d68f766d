/**
 * Derives the names and tags of clips from the tags or file names of their sounds, and strips what sites and
 * programs have added to them, since the slugs made from these names are permanent.
 */
import { isAscii, isUtf8 } from "node:buffer";
import { instantSchema, REORDERING } from "../catalogue/record-schema.ts";

const ALL_REORDERING = new RegExp(REORDERING, "g");

/** The maximum length of the name and of the tags in a record, in UTF-16 units. */
const MAX_LENGTH = 1000;

/** `387533__soundholder__drum-roll`. Most Freesound licences require credit. https://freesound.org/help/faq/#licenses */
const FREESOUND = /^(\d+)__(.+?)__(?=.)/;

/** Only common top-level domains, since `Dr.Dre - ` is a name. */
const HOST =
	/^(?:[a-z\d-]+\.)+(?:app|biz|cc|co|com|guru|info|io|mobi|net|nu|online|org|site|to|tv|xyz)\s*[-_–—|][-_–—|\s]*|^\[(?:[a-z\d-]+\.)+[a-z]{2,}\][-_–—|\s]*/i;

/** Text that sites and programs add to file names, and its replacement, if any. */
const ADDED: readonly (readonly [added: RegExp, meant?: (added: string) => string])[] = [
	// When browsers save files, they leave percent-encoding, and plus signs for spaces, in the file names.
	[/(?:%[\da-f]{2})+/gi, unescaped],
	[/^\S+$/, (name) => name.replace(/(?<=\p{L})\+(?=[\p{L}\d])/gu, " ")],
	[FREESOUND],
	[HOST],
	// A video ID, but not a single word in brackets. https://github.com/yt-dlp/yt-dlp#output-template
	[/\[(?![A-Z]?[a-z]+\]|[A-Z]+\])[\w-]{11}\]$/],
	// Django appends this if the name is taken.
	// https://docs.djangoproject.com/en/stable/ref/files/storage/#django.core.files.storage.Storage.get_alternative_name
	[/_(?!\d+$|[A-Z]?[a-z]+$|[A-Z]+$)[A-Za-z\d]{7}$/],
];

/** `01 `, `1. ` and `12 - `, but not the number in `808-kick` or `3-2-1`. */
const TRACK_NUMBER = /^(?:\d{1,3}\s*[-.)]\s+|0\d[\s.-]+)/;

/** Matches placeholder titles that programs write; URLs and file names; and characters that no real title has. */
const NO_TITLES = [
	/^(?:untitled|unknown|(?:audio)?\s*track\s*\d*)$/i,
	/^(?:https?:\/\/|www\.)\S+$|\.(?:com|net|org|mp3|wav|m4a|ogg|flac)$/i,
	/[\ufffd\p{Co}]|[\u0080-\u00ff]{4}/u,
];

/** Whether the text is UTF-8 that was decoded as Latin-1: hardly any real Latin-1 text is also valid UTF-8. */
function isMisread(text: string): boolean {
	const bytes = Buffer.from(text, "latin1");
	return bytes.toString("latin1") === text && isUtf8(bytes) && !isAscii(bytes);
}

/** The title if it can name a clip, or else the file's name, or else `Untitled`. Always valid in a record. */
export function clipName(title: string | undefined, file: string): string {
	const isTitle =
		title !== undefined &&
		!isMisread(title) &&
		!NO_TITLES.some((wrong) => wrong.test(title.trim()));
	// Keep the name if nothing would be left of it.
	const kept = ADDED.reduce(
		(name, [added, meant = () => ""]) => name.replace(added, meant) || name,
		stemOf(file),
	);
	const words = kept.replaceAll("_", " ").trim();
	const names = [isTitle ? title.replace(HOST, "") : "", withoutNumber(words)];
	const isValid = (name: string): boolean => instantSchema.shape.name.safeParse(name).success;
	return names.map(cleaned).find(isValid) ?? "Untitled";
}

function unescaped(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** The name without its extension, which some programs write twice. */
function stemOf(file: string): string {
	return file.replace(/(?:\.mp3)?\.[^.]*$/i, "");
}

function withoutNumber(words: string): string {
	const rest = words.replace(TRACK_NUMBER, "");
	return /\p{L}/u.test(rest) ? rest : words;
}

/** The tags as text for a record, without duplicates and without tags that do not fit. */
export function clipTags(tags: readonly string[]): string {
	const each = new Set(tags.map((tag) => cleaned(tag.replaceAll(",", " "))));
	each.delete("");
	return [...each].reduce((text, tag) => {
		const longer = text === "" ? tag : `${text}, ${tag}`;
		return longer.length <= MAX_LENGTH ? longer : text;
	}, "");
}

/** The credit for a downloaded sound, according to its file name. */
export function clipCredit(file: string): string | undefined {
	const [, id, user] = FREESOUND.exec(stemOf(file)) ?? [];
	return user && cleaned(`By ${user}, https://freesound.org/s/${id}/`);
}

function cleaned(name: string): string {
	return name
		.normalize("NFC")
		.toWellFormed()
		.replaceAll(ALL_REORDERING, "")
		.replace(/[\p{Cc}\s]+/gu, " ")
		.trim()
		.slice(0, MAX_LENGTH)
		.replace(/[\ud800-\udbff]$/, "")
		.trimEnd();
}
