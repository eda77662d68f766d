/**
 * Makes names and tags of clips from the tags of their sounds, or from the names of files, without what a site
 * or a program has added to those, since names and slugs stay for ever.
 */
import { instantSchema, REORDERING } from "../catalogue/record-schema.ts";

const ALL_REORDERING = new RegExp(REORDERING, "g");

/** The longest name, or list of tags, that a record may have, in UTF-16 units. */
const MAX_LENGTH = 1000;

/** `01 `, `1. ` and `12 - `, but not the number of `808-kick` or `3-2-1`. */
const TRACK_NUMBER = /^(?:\d{1,3}\s*[-.)]\s+|0\d[\s.-]+)/;

/** Titles that programs write where nobody has given one. */
const NO_TITLE = /^(?:untitled|unknown|(?:audio)?\s*track\s*\d*)$/i;
const ADDRESS_OR_FILE = /^(?:https?:\/\/|www\.)\S+$|\.(?:com|net|org|mp3|wav|m4a|ogg|flac)$/i;

/** Characters that no real text has, or four in a row from the upper half of Latin-1. */
const NO_TEXT = /[\ufffd\p{Co}]|[\u0080-\u00ff]{4}/u;

/** The title if it can name a clip, or else the file's name, or else `Untitled`. Always valid in a record. */
export function clipName(title: string | undefined, file: string, isNumbered = false): string {
	const given = title !== undefined && isTitle(title) ? withoutHost(title) : "";
	const names = [given, fromFileName(file, isNumbered)].map(cleaned);
	return names.find((name) => instantSchema.shape.name.safeParse(name).success) ?? "Untitled";
}

/** Whether a title can name a clip. */
function isTitle(title: string): boolean {
	const text = title.trim();
	return (
		![NO_TEXT, NO_TITLE, ADDRESS_OR_FILE].some((wrong) => wrong.test(text)) && !isMisread(text)
	);
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
	const names = files.map((file) => file.replaceAll("_", " "));
	return names.every((name) => withoutNumber(name) !== name);
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

function fromFileName(file: string, isNumbered: boolean): string {
	const words = downloadedName(file).title.replaceAll("_", " ").trim();
	return isNumbered ? withoutNumber(words) : words;
}

/** Whom to credit for a downloaded sound, according to the name of its file. */
export function clipCredit(file: string): string | undefined {
	const { credit } = downloadedName(file);
	return credit === undefined ? undefined : cleaned(credit);
}

function withoutNumber(words: string): string {
	const rest = words.replace(TRACK_NUMBER, "");
	return /\p{L}/u.test(rest) ? rest : words;
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

/** The name of a file without its ending, ready to be made into a title. */
interface DownloadedName {
	readonly title: string;
	/** Names who made the sound, if the site wants that. */
	readonly credit?: string;
}

/** @param file the last part of a path */
function downloadedName(file: string): DownloadedName {
	const stem = decoded(file.replace(/(?:\.mp3)?\.[^.]*$/i, ""));
	return fromFreesound(stem) ?? { title: withoutSuffix(withoutVideoId(withoutHost(stem))) };
}

/** Decodes percent-escapes, and plus signs for spaces, which browsers leave in the names of saved files. */
function decoded(name: string): string {
	const spaced = /\s/.test(name) ? name : name.replace(/(?<=\p{L})\+(?=[\p{L}\d])/gu, " ");
	try {
		return decodeURIComponent(spaced);
	} catch {
		return spaced;
	}
}

/** `387533__soundholder__drum-roll`. Most licences of Freesound ask for credit. https://freesound.org/help/faq/#licenses */
function fromFreesound(stem: string): DownloadedName | undefined {
	const [id = "", user = "", ...rest] = stem.split("__");
	const title = rest.join("__");
	if (!/^\d+$/.test(id) || user === "" || title === "") return undefined;
	return { title, credit: `By ${user}, https://freesound.org/s/${id}/` };
}

/** `y2mate.com - ` and `[SPOTIFYDOWN.COM] `. Only with known endings, since `Dr.Dre - ` is a name. */
const HOST =
	/^(?:[a-z\d-]+\.)+(?:app|biz|cc|co|com|guru|info|io|mobi|net|nu|online|org|site|to|tv|xyz)\s*[-_–—|][-_–—|\s]*|^\[(?:[a-z\d-]+\.)+[a-z]{2,}\][-_–—|\s]*/i;

/** A title without the host that it came from. */
function withoutHost(title: string): string {
	return title.replace(HOST, "") || title;
}

/** yt-dlp adds ` [ID]`, and youtube-dl `-ID`. https://github.com/yt-dlp/yt-dlp#output-template */
function withoutVideoId(stem: string): string {
	const [added, bracketed, joined = ""] = /\[([\w-]{11})\]$|-([\w-]{11})$/.exec(stem) ?? [];
	const isId = bracketed === undefined ? isMixed(joined) : !ONE_WORD.test(bracketed);
	return (added && isId && stem.slice(0, -added.length)) || stem;
}

/** `[PERFORMANCE]`, for example, has as many letters as an ID. */
const ONE_WORD = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/;

/** Whether a text goes from words to capitals to digits more often than `SpongeBob02` does. */
function isMixed(text: string): boolean {
	const runs = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
	return runs.length > 4 && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

/** Django adds `_KT89XIq` to the name of an uploaded file if another has that name. https://docs.djangoproject.com/en/stable/ref/files/storage/#django.core.files.storage.Storage.get_alternative_name */
function withoutSuffix(stem: string): string {
	const [suffix = "", text = ""] = /_([A-Za-z\d]{7})$/.exec(stem) ?? [];
	const isWord = /^\d+$|^[A-Z]?[a-z]+$|^[A-Z]+$/.test(text);
	return suffix === "" || isWord ? stem : stem.slice(0, -suffix.length);
}
