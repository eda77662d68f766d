/** What a catalogue holds already, which new clips must leave alone. */
import { readCatalogue } from "../catalogue/catalogue.ts";
import { linkedFolders } from "../catalogue/media.ts";
import { foldedPath } from "../catalogue/media-path.ts";
import { CatalogueError } from "../catalogue/problems.ts";
import { MEDIA_FOLDERS } from "../contract/instant.ts";
import { MediaStock } from "./media-stock.ts";
import { Slugs } from "./slug.ts";

/** Which clips name a sound. */
class NamedSounds {
	readonly #slugs = new Map<string, string[]>();

	add(path: string, slug: string): void {
		const slugs = this.#slugs.get(foldedPath(path));
		if (slugs === undefined) this.#slugs.set(foldedPath(path), [slug]);
		else slugs.push(slug);
	}

	/** The slugs of the clips that name it; empty if none does. */
	of(path: string): readonly string[] {
		return this.#slugs.get(foldedPath(path)) ?? [];
	}
}

export interface Holdings {
	/** How many records there are, those of removed clips among them. */
	readonly records: number;
	readonly slugs: Slugs;
	/** The hashes of the sounds of removed clips, as far as they are known, by their slugs. */
	readonly removed: ReadonlyMap<string, string | undefined>;
	readonly removedSounds: ReadonlySet<string>;
	readonly named: NamedSounds;
	readonly sounds: MediaStock;
	readonly images: MediaStock;
}

/** Reads a catalogue, apart from its media. Throws a CatalogueError. */
export async function readHoldings(dataDir: string): Promise<Holdings> {
	const slugs: string[] = [];
	const removed = new Map<string, string | undefined>();
	const named = new NamedSounds();
	await readCatalogue(dataDir, {
		media: "remote",
		onRecord: (record) => {
			slugs.push(record.slug);
			if ("removed" in record) removed.set(record.slug, record.sha256);
			else named.add(record.sound.path, record.slug);
		},
	});
	const linked = linkedFolders(dataDir);
	if (linked.length > 0) throw new CatalogueError(linked);
	return {
		records: slugs.length,
		slugs: new Slugs(slugs),
		removed,
		removedSounds: new Set([...removed.values()].filter((hash) => hash !== undefined)),
		named,
		sounds: await MediaStock.of(dataDir, MEDIA_FOLDERS.sound),
		images: await MediaStock.of(dataDir, MEDIA_FOLDERS.image),
	};
}
