/**
 * Makes sure that a media file has the type that its name promises. Hosts derive the type that they send to
 * browsers from the name, and some send no headers that prevent a file from running as part of the site, so files
 * that could run are not published.
 */
import { fileTypeFromBuffer, fileTypeFromFile } from "file-type";
import { MEDIA_FOLDERS } from "../contract/instant.ts";
import { beginning, isMarkup, mp3Layout } from "./mp3-frames.ts";
import { pathFault } from "./portable-path.ts";
import { type Fault, NOT_FETCHED, unreadable } from "./problems.ts";
import { isLfsPointer } from "./text-file.ts";

/** The allowed extensions, by folder. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
	[MEDIA_FOLDERS.sound]: ["mp3"],
	[MEDIA_FOLDERS.image]: ["png", "jpg", "jpeg", "gif", "webp", "avif"],
};

/** Extensions that stand for the same type as another extension. */
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

/** Whether a file with this name may be published. The path is below `media/`: `sounds/boom.mp3`. */
export function hasMediaName(path: string): boolean {
	return extensionsFor(path).includes(extensionOf(path));
}

/** Why the file may not be published under this path below `media/`; undefined if it may. */
export async function mediaFault(path: string, file: string): Promise<Fault | undefined> {
	const fault =
		namingFault(path) ??
		(await typeFault(file, typeOf(extensionOf(path))).catch((error) => unreadable(file, error)));
	return fault && { ...fault, message: `media/${path} ${fault.message}` };
}

function namingFault(path: string): Fault | undefined {
	const message = pathFault(`media/${path}`);
	if (message !== undefined) {
		return {
			message,
			fix: "rename it, since mirrors refuse it, and file systems and hosts may refuse it too",
		};
	}
	if (hasMediaName(path)) return undefined;
	const endings = extensionsFor(path).map((allowed) => `.${allowed}`);
	const fix = "convert it, since files of other types, such as SVG, can contain scripts";
	return { message: `does not end in ${endings.join(", ")}`, fix };
}

interface TypeFault extends Fault {
	/** Whether the file may be a sound of another type, which can be converted. */
	readonly isConvertible?: boolean;
}

const PLAYABLE = /^(?:audio|video)\//;

/** Why a file does not have the promised type, worded to follow its name; undefined if it does. */
async function typeFault(file: string, promised: string): Promise<TypeFault | undefined> {
	const { ext = "", mime = "a file of unknown type" } = (await fileTypeFromFile(file)) ?? {};
	const [type, isSound] = [typeOf(ext), promised === "mp3"];
	// Junk in front of an MP3 makes its type unknown, but players skip it.
	const mayBeSound = isSound && (type === "mp3" || type === "");
	if (mayBeSound ? await mp3Layout(file) : type === promised) return undefined;
	const start = await beginning(file);
	if (start.length === 0) return { message: "is empty", fix: "copy it again, or leave it out" };
	if (isLfsPointer(start)) return NOT_FETCHED;
	if (type === promised) {
		return { message: "does not begin with two complete MP3 frames", fix: "re-encode it" };
	}
	const message = `is not ${isSound ? "an MP3" : `a real ${promised.toUpperCase()}`} but looks like`;
	if (isMarkup(start)) {
		return { message: `${message} a web page or SVG`, fix: "download the actual file" };
	}
	const fix =
		type === ""
			? "if it is audio, convert it; otherwise, leave it out"
			: "convert it, since the API promises MP3";
	return {
		message: `${message} ${mime === "audio/mpeg" ? ext : mime}`,
		fix: isSound ? fix : "convert or rename it",
		isConvertible: isSound && (type === "" || PLAYABLE.test(mime)),
	};
}

/** Why a file is not the MP3 that its name promises, worded to follow the name; undefined if it is. */
export function mp3Fault(file: string): Promise<TypeFault | undefined> {
	return typeFault(file, "mp3");
}

/** Whether a file is a sound or a video, judging by its content; false if it cannot be read. */
export async function isPlayable(file: string): Promise<boolean> {
	const content = await fileTypeFromFile(file).catch(() => undefined);
	return content !== undefined && PLAYABLE.test(content.mime);
}

/** A file with at least this many bytes of tags takes visitors too long to download, if its audio is far smaller. */
const HEAVY_TAGS = { bytes: 100_000, perSound: 4 };

/** A flaw in an MP3 that still plays; undefined if there is none. */
export async function mp3Oddity(path: string, file: string): Promise<Fault | undefined> {
	const layout = extensionOf(path) === "mp3" ? await mp3Layout(file) : undefined;
	if (layout === undefined) return undefined;
	const { tags, sound } = layout;
	if (tags < HEAVY_TAGS.bytes || tags < HEAVY_TAGS.perSound * sound) return undefined;
	return {
		message: `media/${path} has ${tags} bytes of tags, such as a cover, for ${sound} bytes of audio, and every visitor downloads both`,
		fix: "remove its tags",
	};
}

/** The extension that a picture's name needs; undefined if the picture may not be published. */
export async function pictureExtension(bytes: Uint8Array): Promise<string | undefined> {
	const { ext = "" } = (await fileTypeFromBuffer(bytes)) ?? {};
	return EXTENSIONS[MEDIA_FOLDERS.image]?.find((allowed) => allowed === typeOf(ext));
}
