/** Reads the values of `sound` and `image`, which may be written in several ways. */
import { parsedUrl } from "../console/url.ts";
import type { MediaFolder } from "../contract/instant.ts";
import { HALF_PAIR, shapeFault } from "./portable-path.ts";
import type { Fault } from "./problems.ts";

export interface MediaPath {
	/** The path inside the folder, without URL encoding: `boom.mp3` or `loud/boom.mp3`. */
	readonly path: string;
	/** The value, if it is an absolute URL. */
	readonly url?: string;
}

/** Matches most values: file names that need no checks. */
const PLAIN = /^\w[\w.-]*$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Reads `boom.mp3`, `/media/sounds/boom.mp3` or `https://any.host/media/sounds/boom.mp3`, or says why the
 * value is not allowed.
 */
export function parseMediaPath(value: string, folder: MediaFolder): MediaPath | Fault {
	if (PLAIN.test(value)) return { path: value };
	return SCHEME.test(value) ? fromUrl(value, folder) : fromPath(value, folder);
}

function fromPath(value: string, folder: MediaFolder): MediaPath | Fault {
	const mark = `media/${folder}/`;
	const below = value.startsWith("/") ? value.slice(1) : value;
	if (below.startsWith(mark)) return checkedPath(below.slice(mark.length), folder);
	if (below === value) return checkedPath(value, folder);
	return {
		message: `must be under /${mark}`,
		fix: `write a file name, "/${mark}FILE" or an absolute URL whose path contains that`,
	};
}

function fromUrl(value: string, folder: MediaFolder): MediaPath | Fault {
	const mark = `/media/${folder}/`;
	if (!/^https?:$/.test(parsedUrl(value)?.protocol ?? "")) {
		return {
			message: `must be a file name, "${mark}FILE" or an absolute http(s) URL; other schemes are not allowed`,
		};
	}
	// Check the raw text, not the parsed URL, in which `..` is already resolved.
	const raw = value.slice(value.indexOf("://") + 3);
	const start = raw.indexOf(mark);
	if (start < 0) return { message: `the path of the URL must contain "${mark}"` };
	if (/[?#]/.test(raw)) {
		return { message: "the URL must not have a query or a fragment", fix: "remove it" };
	}
	try {
		const path = decodeURIComponent(raw.slice(start + mark.length));
		return { ...checkedPath(path, folder), url: value };
	} catch {
		return { message: "is not percent-encoded UTF-8", fix: "write a literal % as %25" };
	}
}

function checkedPath(path: string, folder: MediaFolder): MediaPath | Fault {
	const fault = shapeFault(path);
	if (fault === undefined) return { path };
	return {
		message: `must be the path of a file in media/${folder}/, but ${fault}`,
		fix: fault === HALF_PAIR ? "repair or remove it" : 'write "FILE" or "FOLDER/FILE"',
	};
}

/** Paths with equal results are the same file on file systems that ignore case or decompose accents. */
export function foldedPath(path: string): string {
	return path.normalize("NFC").toLowerCase();
}
