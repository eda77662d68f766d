/** Where the media of a live server are stored: one file for each URL, under a name that a build accepts. */
import { foldedPath, MediaPathError, parseMediaPath } from "../catalogue/media-path.ts";
import { hasMediaName } from "../catalogue/media-type.ts";
import {
	MEDIA_FIELDS,
	MEDIA_FOLDERS,
	type MediaField,
	type MediaFolder,
} from "../contract/instant.ts";
import type { Row } from "./crawled-pages.ts";
import { sha256 } from "./fixity.ts";

export interface Medium {
	readonly url: URL;
	/** In the release. Files that a build would refuse by their names lie outside `data/`. */
	readonly path: string;
	/** The URL that a clip keeps whose file is not here; undefined if it cannot be published. */
	readonly kept: string | undefined;
}

/** Folders have no dot and files have one, so that no name is both. Most systems take 255 bytes. */
const NAME = /^(?:[^./]+\/)*[^/]+$/;
const MAX_NAME = 200;

/** The media that rows name, by field and value. */
export function mediaOf(rows: Iterable<Row>, source: URL): Map<string, Medium> {
	const media = new Map<string, Medium>();
	const owners = new Map<string, string>();
	for (const { value: row } of rows) {
		for (const field of MEDIA_FIELDS) {
			const value = (Object(row) as Record<string, unknown>)[field];
			if (typeof value !== "string" || value === "") continue;
			const key = `${field} ${value}`;
			const url = urlOf(value, source);
			if (url !== undefined && !media.has(key)) media.set(key, mediumOf(url, field, owners));
		}
	}
	return media;
}

/** What clips say in `data/`: the path of a file that is here, or else its URL. */
export function writtenMedia(
	media: ReadonlyMap<string, Medium>,
	isStored: (path: string) => boolean,
): (value: unknown, field: MediaField) => unknown {
	return (value, field) => {
		const medium = typeof value === "string" ? media.get(`${field} ${value}`) : undefined;
		if (medium === undefined) return value;
		const { path, kept } = medium;
		return path.startsWith("data/") && isStored(path) ? path.slice("data".length) : kept;
	};
}

/** Behind a proxy, some servers write `http:` although they are reached by `https:`. */
function urlOf(value: string, source: URL): URL | undefined {
	if (!URL.canParse(value, source.href)) return undefined;
	const url = new URL(value, source);
	if (url.host === source.host) url.protocol = source.protocol;
	return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Queries are usually versions or signatures, which do not make another file. */
export function withoutQuery({ origin, pathname }: URL): string {
	return `${origin}${pathname}`;
}

/** @param owners the URLs of the paths in use */
function mediumOf(url: URL, field: MediaField, owners: Map<string, string>): Medium {
	const folder = MEDIA_FOLDERS[field];
	const plain = withoutQuery(url);
	const own = ownName(url, folder);
	const key = own === undefined ? url.href : foldedPath(own);
	if (!owners.has(key)) owners.set(key, plain);
	const isFree = owners.get(key) === plain;
	const isPublishable = isFree && publishedPath(own === undefined ? url.href : plain, folder);
	const kept = isPublishable ? plain : undefined;
	if (own !== undefined && isFree) return { url, path: `data/media/${own}`, kept };
	const hash = sha256(url.href).slice(0, 24);
	const path = field === "sound" ? `data/media/${folder}/${hash}.mp3` : `crawl/media/${hash}`;
	return { url, path, kept };
}

/** A path below `media/` from the URL; undefined if it gives none that a build accepts. */
function ownName({ pathname }: URL, folder: MediaFolder): string | undefined {
	const mark = `/media/${folder}/`;
	const at = pathname.indexOf(mark);
	const start = at < 0 ? pathname.lastIndexOf("/") + 1 : at + mark.length;
	const name = publishedPath(`http://any${mark}${pathname.slice(start)}`, folder) ?? "";
	const isShort = name.split("/").every((part) => Buffer.byteLength(part) <= MAX_NAME);
	const path = `${folder}/${name}`;
	return NAME.test(name) && isShort && hasMediaName(path) ? path : undefined;
}

/** The path that a build gives to a URL; undefined if it refuses the URL. */
function publishedPath(url: string, folder: MediaFolder): string | undefined {
	try {
		return parseMediaPath(url, folder).path;
	} catch (error) {
		if (error instanceof MediaPathError) return undefined;
		throw error;
	}
}
