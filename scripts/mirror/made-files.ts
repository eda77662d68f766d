/**
 * Files of a release that a mirror makes from the clips in the store instead of fetching them: the
 * whole catalogue as one file, and the precomputed pages.
 */

import { pageJson } from "../contract/envelope.ts";
import { neighbours, pageUrl } from "../contract/links.ts";
import { pageCount } from "../contract/page-number.ts";
import { findPages } from "../edge/pages.ts";
import { ALL_PATH, listingPath, wordKey, wordOf, wordPath } from "../tree/paths.ts";
import type { PublishedTree } from "../tree/reading.ts";
import type { Store } from "../tree/store.ts";
import { storeFiles } from "../tree/store-walk.ts";

/** Versions of a file's text, in pieces. The hash in the manifest says which is the right one. */
type Versions = AsyncGenerator<AsyncIterable<string> | Iterable<string>>;

/** The page that a path names: of a word, or of the listing if the word is empty. */
interface PagePlace {
	readonly word: string;
	readonly page: number;
}

function pagePlace(path: string): PagePlace | undefined {
	const [, key, digits] =
		/^v1\/instants\/(?:page|name\/([^/]+))\/([1-9]\d{0,9})\.json$/.exec(path) ?? [];
	if (digits === undefined) return undefined;
	const word = key === undefined ? "" : wordOf(key);
	return word === undefined ? undefined : { word, page: Number(digits) };
}

/** Whether this file can be made. */
export function isMakeable(path: string): boolean {
	return `/${path}` === ALL_PATH || pagePlace(path) !== undefined;
}

/** Makes files of one tree. */
export class FileMaker {
	readonly #tree: PublishedTree;
	/** The pages of the word that was asked for last: its pages come one after the other. */
	#last: { readonly word: string; readonly pages: ReturnType<typeof findPages> } | undefined;

	constructor({ pointer, store }: PublishedTree) {
		this.#tree = { pointer, store: remembering(store) };
	}

	/** What may be the text of a file that can be made. Throws what the store throws. */
	async *versions(path: string): Versions {
		const place = pagePlace(path);
		if (place === undefined) yield this.#allClips();
		else for (const page of await this.#pageVersions(place)) yield [page];
	}

	/** The packs one after the other. */
	async *#allClips(): AsyncGenerator<string> {
		const { store, pointer } = this.#tree;
		for await (const { folder, name, extension, isIndex } of storeFiles(
			store,
			"packs",
			pointer.packs,
		)) {
			if (!isIndex) yield await store.read(folder, name, extension);
		}
	}

	/** A page whose links have a query, and one whose links name files. */
	async #pageVersions({ word, page }: PagePlace): Promise<string[]> {
		if (this.#last?.word !== word) this.#last = { word, pages: findPages(this.#tree, word) };
		const { count, rows } = await this.#last.pages;
		const pages = pageCount(count);
		if (page > pages) return [];
		const shown = await rows(page);
		const { base_url } = this.#tree.pointer;
		const query = { formats: [], names: word === "" ? [] : [word] };
		const styles = [
			(n: number) => pageUrl(base_url, query, n),
			(n: number) => `${base_url}${word === "" ? listingPath(n) : wordPath(wordKey(word), n)}`,
		];
		return styles.map((urlOf) => pageJson(count, neighbours(urlOf, page, pages), shown));
	}
}

/** How much of the store is kept in memory, in characters. */
const MEMORY = 128 * 1024 * 1024;

/** A store that reads each file once, because most pages need clips from many packs. */
function remembering(store: Store): Store {
	const texts = new Map<string, Promise<string>>();
	let size = 0;
	const read: Store["read"] = async (folder, name, extension) => {
		const text = await store.read(folder, name, extension);
		size += text.length;
		if (size > MEMORY) {
			texts.clear();
			size = 0;
		}
		return text;
	};
	return {
		read: (folder, name, extension) => {
			const text = texts.get(name) ?? read(folder, name, extension);
			texts.set(name, text);
			return text;
		},
	};
}
