/** Names the media of a live server so that a build accepts them, and no two URLs share a name. */
import { foldedPath, MediaPathError, parseMediaPath } from "../catalogue/media-path.ts";
import { hasMediaName } from "../catalogue/media-type.ts";
import { isPortable } from "../catalogue/portable-path.ts";
import { MEDIA_FOLDERS, type MediaField, type MediaFolder } from "../contract/instant.ts";
import { digestOf } from "./provenance.ts";

/** Where a build looks for media. */
export const MEDIA_ROOT = "data/media/";
/** Folders have no dot and files have one, so that no name is both. Most systems take 255 bytes. */
const NAME = /^(?:[^./]{1,80}\/)*[^/]{1,80}$/;

export interface Medium {
	readonly url: URL;
	/** The URL without the query, which may be a signature. */
	readonly plain: string;
	/** The same in every run: `plain` where that names the file, else the whole URL. */
	readonly id: string;
	/** In the mirror; undefined if a build accepts no file with this ending. */
	readonly path: string | undefined;
	/** Whether a record may hold the id, and no other medium would get the same path in a build. */
	readonly isOwn: boolean;
}

/** Behind a proxy, some servers write `http:` although they are reached by `https:`. */
export function mediumUrl(value: unknown, source: URL): URL | undefined {
	if (typeof value !== "string" || value === "") return undefined;
	if (!URL.canParse(value, source.href)) return undefined;
	const url = new URL(value, source);
	if (url.host === source.host) url.protocol = source.protocol;
	// They are never sent, and messages show the address.
	url.username = url.password = "";
	return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** @param owners the URL that has each path of a build; the first one gets it */
export function mediumOf(url: URL, field: MediaField, owners: Map<string, string>): Medium {
	const folder = MEDIA_FOLDERS[field];
	const plain = `${url.origin}${url.pathname}`;
	const own = publishedPath(plain, folder);
	const name = `${folder}/${own}`;
	const owner = owners.get(foldedPath(name)) ?? plain;
	if (own !== undefined) owners.set(foldedPath(name), owner);
	const isOwn = own !== undefined && owner === plain;
	const id = isOwn ? plain : url.href;
	const hash = digestOf(id).slice(0, 24);
	const extension = field === "sound" ? ".mp3" : (/\.\w+$/.exec(url.pathname)?.[0] ?? "");
	const isNamed = isOwn && NAME.test(own) && isPortable(own) && hasMediaName(name);
	const taken = isNamed ? name : `${folder}/${hash}${extension}`;
	const path = hasMediaName(taken) ? `${MEDIA_ROOT}${taken}` : undefined;
	return { url, plain, id, path, isOwn };
}

/** The path that a build gives to the file of a URL; undefined if it refuses the URL. */
function publishedPath(url: string, folder: MediaFolder): string | undefined {
	try {
		return parseMediaPath(url, folder).path;
	} catch (error) {
		if (error instanceof MediaPathError) return undefined;
		throw error;
	}
}
