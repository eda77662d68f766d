/**
 * Reads packs, which hold all clips by position, one JSON object per line, as in the API's answers. A
 * position is the number of a record in `data/`, from 0, and is never reused.
 *
 * The index entry of a pack is `[first position, name, clips, …removed]`: the number of lines, and the
 * positions without a line because their clips were removed, counted from the first position. The entry
 * of a node is `[first position, name, clips]`.
 */
import { filesOf, type IndexEntry, readNode } from "./index-node.ts";
import {
	DamagedTree,
	decoder,
	readAll,
	readEach,
	readKept,
	type Store,
	type StoreFolder,
} from "./store.ts";

const FOLDER = "packs";

/** The list of tags is kept in the same way, sorted as it is shown. */
type RowFolder = typeof FOLDER | "tags";

/** Whether the files of a folder have a row on each line. */
export function hasRows(folder: StoreFolder): folder is RowFolder {
	return folder === FOLDER || folder === "tags";
}

type PackEntry = IndexEntry<number>;

/** The clips at these positions, as JSON. Throws DamagedTree. */
export async function rowsAt(
	store: Store,
	root: string,
	positions: readonly number[],
): Promise<string[]> {
	if (positions.length === 0) return [];
	const ranges = positions.map((from) => ({ from }));
	const found = await filesOf(store, FOLDER, root, ranges);
	const names = found.flatMap((list) => list?.slice(0, 1) ?? []).map(([, name]) => name);
	const packs = await readAll(names, (name) => readKept(store, FOLDER, name, "ndjson"));
	return positions.map((position, i) => {
		const entry = found[i]?.[0];
		const pack = entry && packs.get(entry[1]);
		const row = pack && rowOn(pack, lineOf(entry, position));
		if (row === undefined) throw new DamagedTree(`there is no clip at position ${position}`);
		return row;
	});
}

/** How many clips an entry leads to. Throws DamagedTree. */
function entryCount([first, , clips = Number.NaN]: PackEntry): number {
	if (Number.isSafeInteger(clips) && clips >= 0) return clips;
	throw new DamagedTree(`the packs from position ${first} cannot have ${clips} clips`);
}

/** The number of a position's line in its pack; -1 if the clip was removed. */
function lineOf([first, , , ...removed]: PackEntry, position: number): number {
	const offset = position - first;
	if (removed.includes(offset)) return -1;
	return offset - removed.filter((other) => other < offset).length;
}

const LINE_FEED = 0x0a;

/** A line of a pack, from 0; undefined if there is none. */
function rowOn(pack: Uint8Array, line: number): string | undefined {
	if (!(Number.isInteger(line) && line >= 0)) return undefined;
	let start = 0;
	let end = pack.indexOf(LINE_FEED);
	for (let before = 0; before < line && end >= 0; before++) {
		start = end + 1;
		end = pack.indexOf(LINE_FEED, start);
	}
	return end < 0 ? undefined : decoder.decode(pack.subarray(start, end));
}

/** How many rows a root leads to. Throws DamagedTree. */
export async function rowCount(store: Store, root: string, folder: RowFolder): Promise<number> {
	const { entries } = await readNode<number>(store, folder, root);
	return countOf(entries);
}

function countOf(entries: readonly PackEntry[]): number {
	return entries.reduce((sum, entry) => sum + entryCount(entry), 0);
}

/** How many clips come before the one at a position. Throws DamagedTree. */
export async function clipsBefore(store: Store, root: string, position: number): Promise<number> {
	const { depth, entries } = await readNode<number>(store, FOLDER, root);
	const reached = entries.filter(([first]) => first <= position);
	const own = reached.pop();
	if (own === undefined) throw new DamagedTree(`there is no clip at position ${position}`);
	const before = countOf(reached);
	if (depth === 1) return before + lineOf(own, position);
	return before + (await clipsBefore(store, own[1], position));
}

/**
 * The clips numbered `from` up to but not including `to`, as JSON, in the order of their positions.
 * Throws DamagedTree.
 */
export async function rowsBetween(
	store: Store,
	root: string,
	from: number,
	to: number,
	folder: RowFolder = FOLDER,
): Promise<string[]> {
	const { depth, entries } = await readNode<number>(store, folder, root);
	const parts: { entry: PackEntry; first: number; last: number }[] = [];
	let start = 0;
	for (const entry of entries) {
		const clips = entryCount(entry);
		const [first, last] = [Math.max(0, from - start), Math.min(clips, to - start)];
		start += clips;
		if (first < last) parts.push({ entry, first, last });
	}
	if (depth === 1) {
		const packs = await readEach(parts, ({ entry }) => readWholePack(store, entry, folder));
		return packs.flatMap((rows, i) => rows.slice(parts[i]?.first, parts[i]?.last));
	}
	// One node after the other: each reads a few packs at a time.
	const rows: string[][] = [];
	for (const { entry, first, last } of parts) {
		rows.push(await rowsBetween(store, entry[1], first, last, folder));
	}
	return rows.flat();
}

async function readWholePack(
	store: Store,
	[, name, clips]: PackEntry,
	folder: RowFolder,
): Promise<readonly string[]> {
	const text = decoder.decode(await readKept(store, folder, name, "ndjson"));
	const rows = text.split("\n").slice(0, -1);
	if (rows.length !== clips)
		throw new DamagedTree(`pack ${name} has ${rows.length} clips, not ${clips}`);
	return rows;
}
