/**
 * Files of a release that a mirror makes from the clips in the store instead of fetching them: the
 * whole catalogue as one file, its search index, and the precomputed pages.
 */
import { pageJson } from "../contract/envelope.ts";
import type { Instant } from "../contract/instant.ts";
import { neighbours, pageUrl } from "../contract/links.ts";
import { pageCount } from "../contract/page-number.ts";
import { findPages } from "../edge/pages.ts";
import { nameIndexJson } from "../search/name-index.ts";
import { collectPostings } from "../search/postings.ts";
import { rowsBetween } from "../tree/packs.ts";
import {
	ALL_PATH,
	listingPath,
	SEARCH_INDEX_PATH,
	wordKey,
	wordOf,
	wordPath,
} from "../tree/paths.ts";
import type { PublishedTree } from "../tree/reading.ts";
import type { Store } from "../tree/store.ts";
import { gzipped } from "../tree/write/gzip.ts";

/** The text of a file, in pieces. */
type Content = Iterable<string | Uint8Array>;

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

/** The path of the page after one; undefined for anything but a page. */
export function pathAfter(path: string): string | undefined {
	const place = pagePlace(path);
	return place && pathOf(place.word, place.page + 1).slice(1);
}

function pathOf(word: string, page: number): string {
	return word === "" ? listingPath(page) : wordPath(wordKey(word), page);
}

/** Files that take longer to make than to fetch, unless only a little of the store has to be fetched. */
const LARGE: readonly string[] = [`${ALL_PATH}.gz`, SEARCH_INDEX_PATH];

/** Whether a file can be made, and should be. */
export function isMakeable(path: string, isUpdate: boolean): boolean {
	if (LARGE.includes(`/${path}`)) return isUpdate;
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

	/** What may be the content of a file; its hash says which. Throws what the store throws. */
	async versions(path: string): Promise<Content[]> {
		const place = pagePlace(path);
		if (place !== undefined) return (await this.#pageVersions(place)).map((page) => [page]);
		const { store, pointer } = this.#tree;
		const rows = await rowsBetween(store, pointer.packs, 0, pointer.count);
		if (`/${path}` === SEARCH_INDEX_PATH) {
			const names = rows.map((row) => (JSON.parse(row) as Instant).name);
			return [nameIndexJson(names, collectPostings(names))];
		}
		const lines = rows.map((row) => Buffer.from(`${row}\n`));
		return [`/${path}` === ALL_PATH ? lines : gzipped(lines)];
	}

	/** A page whose links have a query, and one whose links name files; none past the last page. */
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
			(n: number) => `${base_url}${pathOf(word, n)}`,
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
