/**
 * Files of a release that a mirror makes from the clips in the store instead of fetching them: the
 * whole catalogue as one file, its search index, the pages of the listing and of words, and parts of the
 * manifest.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listJson } from "../contract/envelope.ts";
import type { Instant } from "../contract/instant.ts";
import { neighbours, pageUrl } from "../contract/links.ts";
import { pageCount } from "../contract/page-number.ts";
import { composedList } from "../edge/composed.ts";
import { nameIndexJson } from "../search/name-index.ts";
import { collectPostings } from "../search/postings.ts";
import { filesOf } from "../tree/index-node.ts";
import { manifestLine, readManifest } from "../tree/manifest.ts";
import { rowsBetween } from "../tree/packs.ts";
import { ALL_PATH, SEARCH_INDEX_PATH, wordOf } from "../tree/paths.ts";
import { type PublishedTree, readTree } from "../tree/reading.ts";
import { gzipped } from "../tree/write/gzip.ts";
import { sha256 } from "./fixity.ts";

/** The text of a file, in pieces. */
type Content = Iterable<string | Uint8Array>;

/** The folder and the number in the path of a page. */
const PAGE = /^v1\/instants\/(page|name\/[^/]+)\/([1-9]\d{0,9})\.json$/;

/** The word that has a page of this path: empty for the listing, undefined for anything but a page. */
function wordIn(path: string): string | undefined {
	const [, folder] = PAGE.exec(path) ?? [];
	return folder === "page" ? "" : folder && wordOf(folder.slice("name/".length));
}

/** The path of another page of the same word. */
function pathOf(path: string, page: number): string {
	return path.replace(/\d+\.json$/, `${page}.json`);
}

function numberIn(path: string): number {
	return Number(PAGE.exec(path)?.[2]);
}

/** Files that take longer to make than to fetch, unless only a little of the store has to be fetched. */
const LARGE: readonly string[] = [`${ALL_PATH}.gz`, SEARCH_INDEX_PATH];

/** Whether a file can be made, and should be. */
export function isMakeable(path: string, isUpdate: boolean): boolean {
	if (LARGE.includes(`/${path}`)) return isUpdate;
	return `/${path}` === ALL_PATH || wordIn(path) !== undefined;
}

/** Makes files of one tree. */
export class FileMaker {
	readonly #tree: PublishedTree;
	/** The pages of the word that was asked for last: its pages come one after the other. */
	#last: { readonly word: string; readonly pages: ReturnType<typeof composedList> } | undefined;

	constructor({ pointer, store }: PublishedTree) {
		this.#tree = { pointer, store };
	}

	/** What may be the content of a file; its hash says which. Throws what the store throws. */
	async versions(path: string): Promise<Content[]> {
		const word = wordIn(path);
		if (word !== undefined) return (await this.#pageVersions(path, word)).map((page) => [page]);
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
	async #pageVersions(path: string, word: string): Promise<string[]> {
		if (this.#last?.word !== word) this.#last = { word, pages: composedList(this.#tree, word) };
		const { count, rows } = await this.#last.pages;
		const [page, pages] = [numberIn(path), pageCount(count)];
		if (page > pages) return [];
		const shown = await rows(page);
		const { base_url } = this.#tree.pointer;
		const query = { formats: [], names: word === "" ? [] : [word] };
		const styles = [
			(n: number) => pageUrl(base_url, query, n),
			(n: number) => `${base_url}/${pathOf(path, n)}`,
		];
		return styles.map((urlOf) => listJson(count, neighbours(urlOf, page, pages), shown));
	}

	/** The line of a manifest for a page, in one of its versions; undefined if there is no such page. */
	async line(path: string, version: number): Promise<string | undefined> {
		const text = (await this.#pageVersions(path, wordIn(path) ?? ""))[version];
		if (text === undefined) return undefined;
		return manifestLine({ path, bytes: Buffer.byteLength(text), sha256: sha256(text) });
	}
}

/** Makes the text of a part of the manifest, by its name; undefined if it is not what can be made. */
export type PartMaker = (name: string) => Promise<string | undefined>;

/**
 * Makes parts of a new manifest from that of the release before, because one clip more changes the count
 * on every page of the listing, and so most parts of the manifest. Throws if that release is damaged.
 * @param maker makes files of the new release
 * @param folder of the release before
 */
export async function partMaker(
	{ pointer, store }: PublishedTree,
	maker: FileMaker,
	folder: string,
): Promise<PartMaker> {
	const before = await readTree((path) => readFile(join(folder, path)));
	// The lines that stay the same, by path; undefined for files that must be made.
	const lines = new Map<string, string | undefined>();
	for (const file of await readManifest(before.store, before.pointer.manifest)) {
		const { path } = file;
		const isPage = wordIn(path) !== undefined;
		if (isPage) lines.set(pathOf(path, numberIn(path) + 1), undefined);
		lines.set(path, isPage ? undefined : manifestLine(file));
	}
	const everything = { from: "", reaches: () => true };
	const [parts = []] = await filesOf<string>(store, "manifest", pointer.manifest, [everything]);
	return async (name) => {
		const at = parts.findIndex((part) => part[1] === name);
		const [from, to] = [parts[at]?.[0], parts[at + 1]?.[0]];
		if (from === undefined) return undefined;
		const isHere = (path: string): boolean => path >= from && (to === undefined || path < to);
		const paths = [...lines.keys()].filter(isHere).sort();
		for (const version of [0, 1]) {
			const part: string[] = [];
			for (const path of paths) {
				const line = lines.get(path) ?? (await maker.line(path, version));
				if (line !== undefined) part.push(line);
			}
			const text = `{\n${part.join(",\n")}\n}\n`;
			if (sha256(text).startsWith(name)) return text;
		}
		return undefined;
	};
}
