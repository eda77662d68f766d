/**
 * Reads packs, which hold all clips by position, one JSON object per line, as in the API's answers. A
 * position is the number of a record in `data/`, from 0, and is never reused.
 *
 * The index entry of a pack is `[first position, name, clips, …removed]`: the number of lines, and the
 * positions without a line because their clips were removed, counted from the first position. The entry
 * of a node is `[first position, name, clips]`.
 */
import { filesOf, type IndexEntry, readNode } from "./index-node.ts";
import { DamagedTree, readAll, type Store } from "./store.ts";

const FOLDER = "packs";

type PackEntry = IndexEntry<number>;

/** The clips at these positions, as JSON. Throws DamagedTree. */
export async function rowsAt(
	store: Store,
	root: string,
	positions: readonly number[],
): Promise<string[]> {
	const ranges = positions.map((from) => ({ from, reaches: () => false }));
	const found = await filesOf(store, FOLDER, root, ranges);
	const names = found.flatMap((list) => list?.slice(0, 1) ?? []).map(([, name]) => name);
	const packs = await readAll(names, (name) => store.read(FOLDER, name, "ndjson"));
	return positions.map((position, i) => {
		const entry = found[i]?.[0];
		const row = entry && lineAt(packs.get(entry[1]) ?? "", lineOf(entry, position));
		if (row === undefined) throw new DamagedTree(`there is no clip at position ${position}`);
		return row;
	});
}

/** Line number `line` of a text, from 0; undefined if there are too few. Faster than splitting the text. */
function lineAt(text: string, line: number): string | undefined {
	let start = 0;
	for (let left = line; left > 0; left--) {
		start = text.indexOf("\n", start) + 1;
		if (start === 0) return undefined;
	}
	const end = text.indexOf("\n", start);
	return line < 0 || end < 0 ? undefined : text.slice(start, end);
}

/** The number of a position's line in its pack; -1 if the clip was removed. */
function lineOf([first, , , ...removed]: PackEntry, position: number): number {
	const offset = position - first;
	if (removed.includes(offset)) return -1;
	return offset - removed.filter((other) => other < offset).length;
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
): Promise<string[]> {
	const { depth, entries } = await readNode<number>(store, FOLDER, root);
	const parts: Promise<string[]>[] = [];
	let start = 0;
	for (const entry of entries) {
		const [, name, clips = 0] = entry;
		const [first, last] = [Math.max(0, from - start), Math.min(clips, to - start)];
		start += clips;
		if (first >= last) continue;
		const isPack = depth === 1;
		parts.push(
			isPack
				? readPack(store, entry).then((rows) => rows.slice(first, last))
				: rowsBetween(store, name, first, last),
		);
	}
	return (await Promise.all(parts)).flat();
}

async function readPack(store: Store, [, name, clips]: PackEntry): Promise<string[]> {
	const rows = (await store.read(FOLDER, name, "ndjson")).split("\n").slice(0, -1);
	if (rows.length !== clips)
		throw new DamagedTree(`pack ${name} has ${rows.length} clips, not ${clips}`);
	return rows;
}
