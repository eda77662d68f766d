/**
 * Reads the contents of a catalogue, so that new clips change no existing ones, and no file is stored twice or
 * overwritten.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { readCatalogue } from "../catalogue/catalogue.ts";
import { findMedia, type MediaFile } from "../catalogue/media.ts";
import { foldedPath } from "../catalogue/media-path.ts";
import { CatalogueError, type RecordPlace } from "../catalogue/problems.ts";
import type { CatalogueInstant } from "../catalogue/record-schema.ts";
import { MEDIA_FOLDERS, type MediaFolder } from "../contract/instant.ts";
import type { Digest } from "../tree/manifest.ts";
import { sha256Of } from "../tree/write/read-file.ts";

/** A file to create in the data folder. */
export interface FileToAdd {
	/** Below `media/`. */
	readonly path: string;
	/** A function, not bytes, because there may be thousands of files. */
	readonly read: () => Readable | Promise<Uint8Array>;
}

interface StockedFile {
	/** Relative to the folder: `boom.mp3`. */
	readonly path: string;
	readonly source: string;
	/** Undefined until needed. */
	sha256: string | undefined;
}

/** The files in one of the media folders, including those that the import will add. */
class MediaStock {
	readonly #folder: MediaFolder;
	readonly #root: string;
	readonly #bySize = new Map<number, StockedFile[]>();
	readonly #taken = new Set<string>();

	/** @param files the files in all media folders */
	constructor(dataDir: string, folder: MediaFolder, files: readonly MediaFile[]) {
		this.#folder = folder;
		this.#root = join(dataDir, "media", folder);
		for (const { path, source, bytes } of files) {
			if (!path.startsWith(`${folder}/`)) continue;
			const held = { path: path.slice(folder.length + 1), source, sha256: undefined };
			this.#taken.add(foldedPath(held.path));
			addTo(this.#bySize, bytes, held);
		}
	}

	/** The paths, below the folder, of the files with this digest. */
	async find({ bytes, sha256 }: Digest): Promise<string[]> {
		const paths: string[] = [];
		for (const held of this.#bySize.get(bytes) ?? []) {
			held.sha256 ??= await sha256Of(held.source);
			if (held.sha256 === sha256) paths.push(held.path);
		}
		return paths;
	}

	/**
	 * Finds a path for a file with this digest: the given path if it is free, or else the path of an identical
	 * file, or else the given or wanted path with a number appended. Also returns the file to add, unless it
	 * exists already.
	 */
	async place(
		given: string | null | undefined,
		wanted: string,
		digest: Digest,
		read: FileToAdd["read"],
	): Promise<{ readonly path: string; readonly files: readonly FileToAdd[] }> {
		const held = await this.find(digest);
		const isGivenFree = given != null && this.#isFree(given);
		const there = held.find((path) => path === given) ?? (isGivenFree ? undefined : held[0]);
		if (there !== undefined) return { path: there, files: [] };
		const first = given ?? wanted;
		let path = first;
		for (let number = 2; !this.#isFree(path); number++) {
			path = first.replace(/(?=\.[^.]*$)/, `-${number}`);
		}
		this.#taken.add(foldedPath(path));
		addTo(this.#bySize, digest.bytes, { path, source: path, sha256: digest.sha256 });
		return { path, files: [{ path: `${this.#folder}/${path}`, read }] };
	}

	#isFree(path: string): boolean {
		return !this.#taken.has(foldedPath(path)) && !existsSync(join(this.#root, path));
	}
}

/** Adds an item to the list for a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [item]);
	else list.push(item);
}

export interface Holdings {
	/** The slugs of all clips, including removed ones. */
	readonly slugs: Set<string>;
	/** The sound hashes of removed clips, where known, by slug. */
	readonly removed: ReadonlyMap<string, string | undefined>;
	readonly removedSounds: ReadonlySet<string>;
	/** The slugs of the clips that use a sound, by its folded path. */
	readonly named: Map<string, string[]>;
	readonly sounds: MediaStock;
	readonly images: MediaStock;
}

/**
 * Reads a catalogue, apart from its media. Throws a CatalogueError if it is not valid.
 * @param onClip called with the record of each clip that was not removed
 */
export async function readHoldings(
	dataDir: string,
	onClip?: (clip: CatalogueInstant, place: RecordPlace) => void,
): Promise<Holdings> {
	const slugs = new Set<string>();
	const removed = new Map<string, string | undefined>();
	const named: Holdings["named"] = new Map();
	await readCatalogue(dataDir, {
		media: "remote",
		onRecord: (record, place) => {
			slugs.add(record.slug);
			if ("removed" in record) removed.set(record.slug, record.sha256);
			else {
				addTo(named, foldedPath(record.sound.path), record.slug);
				onClip?.(record, place);
			}
		},
	});
	const { files, problems } = await findMedia(dataDir);
	if (problems.length > 0) throw new CatalogueError(problems);
	return {
		slugs,
		removed,
		removedSounds: new Set([...removed.values()].filter((hash) => hash !== undefined)),
		named,
		sounds: new MediaStock(dataDir, MEDIA_FOLDERS.sound, files),
		images: new MediaStock(dataDir, MEDIA_FOLDERS.image, files),
	};
}
