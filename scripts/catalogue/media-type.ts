/**
 * Makes sure that a media file is what its name says. Browsers learn the type of a file from its name,
 * and some hosts send no headers that keep a file from running as part of the site, so files that could
 * run are not published.
 */
import { readFile, stat } from "node:fs/promises";
import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import { MEDIA_FOLDERS } from "../contract/instant.ts";
import { beginning, isMarkup, mp3Layout } from "./mp3-frames.ts";
import { pathFault } from "./portable-path.ts";
import { type Fault, NOT_FETCHED, unreadable } from "./problems.ts";
import { isLfsPointer } from "./text-file.ts";
import { isWholeImage } from "./whole-image.ts";

/** The endings of file names, by folder. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
	[MEDIA_FOLDERS.sound]: ["mp3"],
	[MEDIA_FOLDERS.image]: ["png", "jpg", "jpeg", "gif", "webp", "avif"],
};

/** Extensions that stand for the same type as another. */
const SYNONYMS: Readonly<Record<string, string>> = { jpeg: "jpg", apng: "png" };

function typeOf(extension: string): string {
	return SYNONYMS[extension] ?? extension;
}

function extensionOf(path: string): string {
	return (/\.([^./]+)$/.exec(path)?.[1] ?? "").toLowerCase();
}

function extensionsFor(path: string): readonly string[] {
	return EXTENSIONS[path.replace(/\/.*$/s, "")] ?? [];
}

/** Whether a file of this name may be published. The path is below `media/`: `sounds/boom.mp3`. */
export function hasMediaName(path: string): boolean {
	return extensionsFor(path).includes(extensionOf(path));
}

/** The type of a file by its content, and how to name it to people. */
async function contentOf(file: string): Promise<{ type: string; mime: string; looks: string }> {
	const { ext, mime } = (await fileTypeFromFile(file)) ?? {
		ext: "",
		mime: "a file of unknown type",
	};
	return { type: typeOf(ext), mime, looks: mime === "audio/mpeg" ? ext : mime };
}

/** Why the file may not be published under this path below `media/`; undefined if it may. */
export async function mediaFault(path: string, file: string): Promise<Fault | undefined> {
	const fault = await faultOf(path, file).catch((error) => unreadable(file, error));
	return fault && { ...fault, message: `media/${path} ${fault.message}` };
}

async function faultOf(path: string, file: string): Promise<Fault | undefined> {
	const ofPath = pathFault(`media/${path}`);
	if (ofPath !== undefined) {
		const fix = "rename it, since mirrors refuse it, and systems and hosts may too";
		return { message: ofPath, fix };
	}
	if (!hasMediaName(path)) {
		const endings = extensionsFor(path).map((allowed) => `.${allowed}`);
		const fix = "convert it, since files of other types, such as SVG, can hold scripts";
		return { message: `does not end in ${endings.join(", ")}`, fix };
	}
	const promised = typeOf(extensionOf(path));
	if (promised === "mp3") return await mp3Fault(file);
	const { type, looks } = await contentOf(file);
	if (type === promised) {
		if (isWholeImage(type, await readFile(file))) return undefined;
		return { message: `is an incomplete ${type.toUpperCase()}`, fix: "copy or convert it again" };
	}
	const start = await beginning(file);
	if (isLfsPointer(start)) return NOT_FETCHED;
	const isText = isMarkup(start);
	if (type !== "" && !isText) {
		const message = `is really ${looks}; its extension is wrong`;
		return { message, fix: "convert or rename it" };
	}
	const seems = isText ? " but looks like SVG or a web page" : "";
	const message = `is not a real ${promised.toUpperCase()}${seems}`;
	return { message, fix: "convert it, or download the actual image" };
}

/** Why a file is not an MP3. */
interface Mp3Fault extends Fault {
	/** It may be a sound of another type, which can be converted. */
	readonly isConvertible?: boolean;
}

/** For a file without content, which nothing can convert. */
const EMPTY: Mp3Fault = { message: "is empty", fix: "copy it again, or leave it out" };

/** For a web page that was saved in place of the sound. */
const PAGE: Mp3Fault = {
	message: "is not an MP3 but looks like a web page",
	fix: "download the sound itself, or leave it out",
};

/** For an MP3 that was cut off, or has too much else before its sound. */
const FRAMELESS: Mp3Fault = {
	message: "does not begin with two whole MP3 frames",
	fix: "re-encode it",
};

/** The bytes that converters skip before a sound, though browsers do not. */
const FOUND_BY_CONVERTERS = 64 * 1024;

/** Why a file is not the MP3 that its name promises, worded to follow that name; undefined if it is. */
export async function mp3Fault(file: string): Promise<Mp3Fault | undefined> {
	if ((await stat(file)).size === 0) return EMPTY;
	const { type, mime, looks } = await contentOf(file);
	if ((type === "mp3" || type === "") && (await mp3Layout(file))) return undefined;
	if (type === "mp3" || (type === "" && (await mp3Layout(file, FOUND_BY_CONVERTERS)))) {
		return FRAMELESS;
	}
	const start = await beginning(file);
	if (isLfsPointer(start)) return NOT_FETCHED;
	if (isMarkup(start)) return PAGE;
	const message = `is not an MP3 but looks like ${looks}`;
	const isConvertible = type === "" || PLAYABLE.test(mime);
	const fix =
		type === ""
			? "if it is a sound, convert it, or leave it out"
			: "convert it, since the API promises MP3";
	return { message, fix, isConvertible };
}

const PLAYABLE = /^(?:audio|video)\//;

/** Whether a file is a sound or a film by its content; false if it cannot be read. */
export async function isPlayable(file: string): Promise<boolean> {
	const content = await contentOf(file).catch(() => undefined);
	return content !== undefined && PLAYABLE.test(content.mime);
}

/** From so many bytes before its sound on, a file costs visitors too much, if the sound itself is far smaller. */
const HEAVY_TAGS = { bytes: 100_000, perSound: 4 };

/** What is odd about an MP3 that plays all the same; undefined if nothing is. */
export async function mp3Oddity(path: string, file: string): Promise<Fault | undefined> {
	const layout = extensionOf(path) === "mp3" ? await mp3Layout(file) : undefined;
	if (layout === undefined) return undefined;
	const { tags, sound, declared = 0 } = layout;
	if (declared > sound) {
		return {
			message: `media/${path} ends early: its header counts ${declared} bytes of sound, and ${sound} are there`,
			fix: "download or export it again",
		};
	}
	if (tags < HEAVY_TAGS.bytes || tags < HEAVY_TAGS.perSound * sound) return undefined;
	return {
		message: `media/${path} has ${tags} bytes of tags, such as a cover, for ${sound} bytes of sound, and every visitor downloads both`,
		fix: "remove its tags",
	};
}

/** The ending that the name of a picture needs; undefined if it may not be published. */
export async function pictureExtension(bytes: Uint8Array): Promise<string | undefined> {
	const { ext = "" } = (await fileTypeFromBuffer(bytes)) ?? {};
	if (!isWholeImage(typeOf(ext), Buffer.from(bytes))) return undefined;
	return EXTENSIONS[MEDIA_FOLDERS.image]?.find((allowed) => allowed === typeOf(ext));
}
