/** Reads the values of `sound` and `image`, which may be written in several ways. */
import { parsedUrl } from "../console/url.ts";
import type { MediaFolder } from "../contract/instant.ts";
import { HALF_PAIR, shapeFault } from "./portable-path.ts";
import type { Fault } from "./problems.ts";

export interface MediaPath {
	/** The path inside the folder, not encoded: `boom.mp3` or `loud/boom.mp3`. */
	readonly path: string;
	/** The value, if it is a complete URL. */
	readonly url?: string;
}

/** The value is not allowed, and the fault says why. */
export class MediaPathError extends Error {
	readonly fault: Fault;

	constructor(message: string, fix?: string) {
		super(message);
		this.fault = fix === undefined ? { message } : { message, fix };
	}
}

/** Most values: a file name with nothing to check. */
const PLAIN = /^\w[\w.-]*$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Reads `boom.mp3`, `/media/sounds/boom.mp3` or `https://any.host/media/sounds/boom.mp3`.
 * Throws MediaPathError.
 */
export function parseMediaPath(value: string, folder: MediaFolder): MediaPath {
	if (PLAIN.test(value)) return { path: value };
	return SCHEME.test(value) ? fromUrl(value, folder) : fromPath(value, folder);
}

function fromPath(value: string, folder: MediaFolder): MediaPath {
	const mark = `media/${folder}/`;
	const below = value.startsWith("/") ? value.slice(1) : value;
	const path = below.startsWith(mark) ? below.slice(mark.length) : value;
	if (path === value && path.startsWith("/")) {
		throw new MediaPathError(
			`must be under /media/${folder}/`,
			`write a file name, "/media/${folder}/FILE" or a complete URL whose path contains that`,
		);
	}
	return { path: checkedPath(path, folder) };
}

function fromUrl(value: string, folder: MediaFolder): MediaPath {
	const url = parsedUrl(value);
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		throw new MediaPathError(
			`must be a file name, "/media/${folder}/FILE" or a complete http(s) URL; other schemes are not allowed`,
		);
	}
	const mark = `/media/${folder}/`;
	// Not the parsed URL, in which `..` is already resolved.
	const raw = value.slice(value.indexOf("://") + 3);
	const start = raw.indexOf(mark);
	if (start < 0) throw new MediaPathError(`the path of the URL must contain "${mark}"`);
	const encoded = raw.slice(start + mark.length);
	if (/[?#]/.test(raw)) {
		throw new MediaPathError("the URL must not have a query or a fragment", "remove it");
	}
	return { path: checkedPath(decodePath(encoded), folder), url: value };
}

function decodePath(encoded: string): string {
	const segments = encoded.split("/").map((segment) => {
		try {
			return decodeURIComponent(segment);
		} catch {
			throw new MediaPathError(
				`"${segment}" is not percent-encoded UTF-8`,
				"write a literal % as %25",
			);
		}
	});
	if (segments.some((segment) => segment.includes("/"))) {
		throw new MediaPathError(
			'must not contain an encoded slash ("%2F")',
			'write "/" between folders',
		);
	}
	return segments.join("/");
}

function checkedPath(path: string, folder: MediaFolder): string {
	const fault = shapeFault(path);
	if (fault === undefined) return path;
	throw new MediaPathError(
		`must be the path of a file in media/${folder}/, but ${fault}`,
		fault === HALF_PAIR ? "repair or remove it" : 'write "FILE" or "FOLDER/FILE"',
	);
}

/** Paths with equal results are the same file on file systems that ignore case or decompose accents. */
export function foldedPath(path: string): string {
	return path.normalize("NFC").toLowerCase();
}
