/** Fetches sounds and images from another site into a temporary folder, and rejects files that no build accepts. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseMediaPath } from "../catalogue/media-path.ts";
import { hasMediaName, mediaFault } from "../catalogue/media-type.ts";
import { pathFault } from "../catalogue/portable-path.ts";
import { faultText } from "../catalogue/problems.ts";
import { temporaryFolder } from "../console/temporary-folder.ts";
import { MEDIA_FOLDERS, type MediaField } from "../contract/instant.ts";
import { linkedUrl } from "../download/addresses.ts";
import { TransferError } from "../download/errors.ts";
import type { Http } from "../download/http.ts";
import { writePieces } from "../tree/write/write-pieces.ts";

/** The maximum size of a sound or image, in bytes. */
const MAX_MEDIUM = 512 * 1024 * 1024;

/**
 * Folder names have no dot and file names have one, so that no name can be both. Most systems allow names of up
 * to 255 bytes.
 */
const NAME = /^(?:[^./]{1,80}\/)*[^/]{1,80}$/;

/** Behind a proxy, some servers write `http:` although clients reach them over `https:`. */
export function mediumUrl(value: unknown, source: URL): URL | undefined {
	if (typeof value !== "string" || value === "") return undefined;
	const url = linkedUrl(value, source);
	if (url?.host === source.host) url.protocol = source.protocol;
	return url;
}

/** The path of a media file below its folder, as in its URL; undefined if that path is not valid in a record. */
export function pathOfMedium({ origin, pathname }: URL, field: MediaField): string | undefined {
	const folder = MEDIA_FOLDERS[field];
	const read = parseMediaPath(origin + pathname, folder);
	if (!("path" in read) || !NAME.test(read.path)) return undefined;
	const path = `${folder}/${read.path}`;
	return hasMediaName(path) && pathFault(`media/${path}`) === undefined ? read.path : undefined;
}

/** A fetched file, or why it could not be fetched. */
export interface Medium {
	readonly file?: string;
	readonly fault?: string;
}

export class SiteMedia {
	readonly #http: Http;
	readonly #temporary = temporaryFolder("import");
	readonly #folder = this.#temporary.folder;
	/** By URL, so that each file is requested only once. */
	readonly #media = {
		sound: new Map<string, Promise<Medium>>(),
		image: new Map<string, Promise<Medium>>(),
	};
	#count = 0;

	constructor(http: Http) {
		this.#http = http;
	}

	/** @param slug names the file if its URL has no name that is valid in a record */
	async get(url: URL, field: MediaField, slug: string): Promise<Medium> {
		const medium = this.#media[field].get(url.href) ?? this.#fetch(url, field, slug);
		this.#media[field].set(url.href, medium);
		return await medium;
	}

	/** Deletes the sounds to free disk space. Images stay, since many clips may share one. */
	removeSounds(): void {
		this.#media.sound.clear();
		for (const name of readdirSync(this.#folder)) {
			if (name.startsWith("sound")) rmSync(join(this.#folder, name));
		}
	}

	remove(): void {
		this.#temporary.remove();
	}

	async #fetch(url: URL, field: MediaField, slug: string): Promise<Medium> {
		const extension = field === "sound" ? ".mp3" : (/\.\w+$/.exec(url.pathname)?.[0] ?? "");
		const name = `${MEDIA_FOLDERS[field]}/${pathOfMedium(url, field) ?? slug + extension}`;
		const file = join(this.#folder, `${field}-${this.#count++}`);
		try {
			await this.#http.get(url, { limit: MAX_MEDIUM }, async (body) => {
				rmSync(file, { force: true });
				await writePieces(file, body);
				const fault = await mediaFault(name, file);
				if (fault === undefined) return;
				// No build accepts such a file.
				throw new TransferError(url, faultText(fault), { isFinal: true, isAnswered: true });
			});
			return { file };
		} catch (error) {
			if (error instanceof TransferError) return { fault: error.message };
			throw error;
		}
	}
}
