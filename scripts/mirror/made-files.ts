/**
 * Files of a release that a mirror makes from the clips in the store instead of fetching them: the
 * whole catalogue as one file, its search index, the pages of the listing and of words, and parts of the
 * manifest.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pageJson } from "../contract/envelope.ts";
import type { Instant } from "../contract/instant.ts";
import { neighbours, pageUrl } from "../contract/links.ts";
import { pageCount } from "../contract/page-number.ts";
import { findPages } from "../edge/pages.ts";
import { nameIndexJson } from "../search/name-index.ts";
import { collectPostings } from "../search/postings.ts";
import { filesOf } from "../tree/index-node.ts";
import { manifestLine, readManifest } from "../tree/manifest.ts";
import { rowsBetween } from "../tree/packs.ts";
import {
	ALL_PATH,
	listingPath,
	SEARCH_INDEX_PATH,
	wordKey,
	wordOf,
	wordPath,
} from "../tree/paths.ts";
import { type Asset, type PublishedTree, readTree } from "../tree/reading.ts";
import { gzipped } from "../tree/write/gzip.ts";
import { sha256 } from "./fixity.ts";

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

/** The path of the page after one; undefined for anything but a page of clips. */
function pathAfter(path: string): string | undefined {
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
		this.#tree = { pointer, store };
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

/** The lines that stay the same, by path; undefined for files that must be made. */
type Lines = ReadonlyMap<string, string | undefined>;

/** By the name of a part: the key that it begins with, and the key that the next one begins with. */
type Ranges = ReadonlyMap<string, readonly [from: string, to: string | undefined]>;

/**
 * Makes parts of a new manifest from that of the release before, because one clip more changes the count
 * on every page of the listing, and so most parts of the manifest.
 */
export class PartMaker {
	readonly #maker: FileMaker;
	readonly #lines: Lines;
	readonly #ranges: Ranges;

	private constructor(maker: FileMaker, lines: Lines, ranges: Ranges) {
		this.#maker = maker;
		this.#lines = lines;
		this.#ranges = ranges;
	}

	/**
	 * @param maker makes files of the new release
	 * @param folder of the release before. If that is damaged, nothing is made.
	 */
	static async open(
		{ pointer, store }: PublishedTree,
		maker: FileMaker,
		folder: string,
	): Promise<PartMaker | undefined> {
		const asset: Asset = (path) => readFile(join(folder, path)).catch(() => undefined);
		const old = await readTree(asset)
			.then((before) => readManifest(before.store, before.pointer.manifest))
			.catch(() => undefined);
		if (old === undefined) return undefined;
		const lines = new Map<string, string | undefined>();
		for (const file of old) {
			const { path } = file;
			lines.set(path, isMakeable(path, false) ? undefined : manifestLine(file));
			const next = pathAfter(path);
			if (next !== undefined) lines.set(next, undefined);
		}
		const everything = { from: "", reaches: () => true };
		const [parts = []] = await filesOf<string>(store, "manifest", pointer.manifest, [everything]);
		const ranges = parts.map(([key, name], i) => [name, [key, parts[i + 1]?.[0]]] as const);
		return new PartMaker(maker, lines, new Map(ranges));
	}

	/** The text of a part; undefined if it is not what can be made. */
	async text(name: string): Promise<string | undefined> {
		const range = this.#ranges.get(name);
		if (range === undefined) return undefined;
		const [from, to] = range;
		const paths = [...this.#lines.keys()]
			.filter((path) => path >= from && (to === undefined || path < to))
			.sort();
		for (const style of [0, 1]) {
			const lines: string[] = [];
			for (const path of paths) {
				const line = this.#lines.get(path) ?? (await this.#madeLine(path, style));
				if (line !== undefined) lines.push(line);
			}
			const text = `{\n${lines.join(",\n")}\n}\n`;
			if (sha256(text).startsWith(name)) return text;
		}
		return undefined;
	}

	async #madeLine(path: string, style: number): Promise<string | undefined> {
		const versions = await this.#maker.versions(path);
		const [content] = versions[Math.min(style, versions.length - 1)] ?? [];
		if (typeof content !== "string") return undefined;
		return manifestLine({ path, bytes: Buffer.byteLength(content), sha256: sha256(content) });
	}
}
