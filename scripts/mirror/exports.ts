/**
 * The files that hold the whole catalogue once more: all clips, their sounds, and the index of their names. They follow
 * from the store, and an update makes them, since one new clip would mean to fetch all of them again.
 */
import type { Instant } from "../contract/instant.ts";
import { nameIndexJson } from "../search/name-index.ts";
import { collectPostings } from "../search/postings.ts";
import { rowsBetween } from "../tree/packs.ts";
import { ALL_PATH, PLAYLIST_PATH, SEARCH_INDEX_PATH } from "../tree/paths.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { gzipped } from "../tree/write/gzip.ts";
import { playlist } from "../tree/write/playlist.ts";

/** What an export must hold, by its path. */
const EXPORTS: ReadonlyMap<string, (rows: readonly string[]) => Iterable<string | Uint8Array>> =
	new Map([
		[ALL_PATH, linesOf],
		[`${ALL_PATH}.gz`, (rows) => gzipped(linesOf(rows))],
		[PLAYLIST_PATH, (rows) => playlist(rows.map(parsed))],
		[SEARCH_INDEX_PATH, nameIndex],
	]);

export function isExport(path: string): boolean {
	return EXPORTS.has(`/${path}`);
}

/** The content of an export, in pieces. Throws DamagedTree. */
export async function exportOf(
	{ pointer, store }: PublishedTree,
	path: string,
): Promise<Iterable<string | Uint8Array>> {
	const rows = await rowsBetween(store, pointer.packs, 0, pointer.count);
	return EXPORTS.get(`/${path}`)?.(rows) ?? [];
}

function linesOf(rows: readonly string[]): Buffer[] {
	return rows.map((row) => Buffer.from(`${row}\n`));
}

function nameIndex(rows: readonly string[]): Iterable<string | Uint8Array> {
	const names = rows.map((row) => parsed(row).name);
	return nameIndexJson(names, collectPostings(names));
}

function parsed(row: string): Instant {
	return JSON.parse(row) as Instant;
}
