/**
 * Reads packs, which contain all clips by position, one JSON object per line, as in the API's answers. A position
 * is the number of a record in `data/`, counted from 0, and is never reused.
 *
 * The index entry of a pack is `[first position, name, clips, …removed]`: the number of lines, and the positions
 * without a line because their clips were removed, counted from the first position. The entry of a node is
 * `[first position, name, clips]`.
 */
import { filesOf, type IndexEntry, readNode } from "./index-node.ts";
import {
	DamagedTree,
	decoder,
	mapInBatches,
	readAll,
	readKept,
	type Store,
	type StoreFolder,
} from "./store.ts";

const FOLDER = "packs";

/** The list of tags is stored in the same way, in the order in which it is returned. */
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
	const entries = found.map((list, i) => {
		if (list?.[0] === undefined) {
			throw new DamagedTree(`there is no clip at position ${positions[i]}`);
		}
		return list[0];
	});
	const names = entries.map(([, name]) => name);
	const packs = await readAll(names, (name) => readKept(store, FOLDER, name, "ndjson"));
	return entries.flatMap((entry, i) => {
		const line = lineOf(entry, positions[i] as number);
		return linesOf(packs.get(entry[1]) as Uint8Array, line, line + 1);
	});
}

/** How many clips an entry covers. Throws DamagedTree. */
function entryCount([first, , clips = Number.NaN]: PackEntry): number {
	if (Number.isSafeInteger(clips) && clips >= 0) return clips;
	throw new DamagedTree(`the packs from position ${first} cannot have ${clips} clips`);
}

/** The line number of a position in its pack. Throws DamagedTree if the clip was removed. */
function lineOf([first, , , ...removed]: PackEntry, position: number): number {
	const offset = position - first;
	if (removed.includes(offset))
		throw new DamagedTree(`the clip at position ${position} was removed`);
	return offset - removed.filter((other) => other < offset).length;
}

const LINE_FEED = 0x0a;

/** The lines of a pack from number `from`, counted from 0, up to but not including `to`. Throws DamagedTree. */
function linesOf(pack: Uint8Array, from: number, to: number): string[] {
	let start = 0;
	let end = 0;
	for (let line = 0; line < to; line++) {
		if (line === from) start = end;
		end = pack.indexOf(LINE_FEED, end) + 1;
		if (end === 0) throw new DamagedTree(`a pack has only ${line} clips`);
	}
	return decoder.decode(pack.subarray(start, end - 1)).split("\n");
}

/** How many rows are below a root. Throws DamagedTree. */
export async function rowCount(store: Store, root: string, folder: RowFolder): Promise<number> {
	const { entries } = await readNode<number>(store, folder, root);
	return entries.reduce((sum, entry) => sum + entryCount(entry), 0);
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
	const parts: { name: string; first: number; last: number }[] = [];
	let start = 0;
	for (const entry of entries) {
		const clips = entryCount(entry);
		const [first, last] = [Math.max(0, from - start), Math.min(clips, to - start)];
		start += clips;
		if (first < last) parts.push({ name: entry[1], first, last });
	}
	if (depth === 1) {
		const packs = await mapInBatches(parts, ({ name }) => readKept(store, folder, name, "ndjson"));
		return parts.flatMap(({ first, last }, i) => linesOf(packs[i] as Uint8Array, first, last));
	}
	// One node after another, since a few packs of a node are already read at the same time.
	const rows: string[][] = [];
	for (const { name, first, last } of parts) {
		rows.push(await rowsBetween(store, name, first, last, folder));
	}
	return rows.flat();
}
