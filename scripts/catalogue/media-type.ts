/**
 * Makes sure that a media file is what its name says. Browsers learn the type of a file from its name,
 * and some hosts send no headers that keep a file from running as part of the site, so files that could
 * run are not published.
 */
import { fileTypeFromFile } from "file-type";
import { MEDIA_FOLDERS } from "../contract/instant.ts";
import { isMp3 } from "./mp3-frames.ts";

/** What the names of files may end in, by folder. */
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

/** Why the file may not be published under this path below `media/`; undefined if it may. */
export async function mediaFault(path: string, file: string): Promise<string | undefined> {
	const extension = extensionOf(path);
	if (!hasMediaName(path)) {
		const endings = extensionsFor(path).map((allowed) => `.${allowed}`);
		return `media/${path} does not end in ${endings.join(", ")}; convert it, since files of other types, such as SVG, can hold scripts`;
	}
	const { ext, mime } = (await fileTypeFromFile(file)) ?? { ext: "", mime: "an unknown type" };
	const isRight = typeOf(ext) === typeOf(extension);
	if (isRight && (ext !== "mp3" || (await isMp3(file)))) return undefined;
	if (isRight) return `media/${path} does not begin with two whole MP3 frames; convert it again`;
	const looks = mime === "audio/mpeg" ? ext : mime;
	return extension === "mp3"
		? `media/${path} is not an MP3 but looks like ${looks}; convert it, since the API promises MP3`
		: `media/${path} looks like ${looks}, which its name does not say; convert or rename it`;
}
