/**
 * Writes the full MiniSearch index for clients that search offline. The text is what MiniSearch would
 * serialise, with its terms sorted, but is made from the postings: an instance of MiniSearch with a
 * million names takes two gigabytes of memory.
 * https://github.com/lucaong/minisearch/blob/v7.2.0/src/MiniSearch.ts (toJSON)
 */
import type { Postings } from "./postings.ts";

/** Entries in a piece of text. One string for all of them could exceed the longest that engines allow. */
const PIECE = 10_000;

function* joined(count: number, entry: (i: number) => string): Generator<string> {
	for (let start = 0; start < count; start += PIECE) {
		const length = Math.min(PIECE, count - start);
		const entries = Array.from({ length }, (_, i) => entry(start + i));
		yield (start === 0 ? "" : ",") + entries.join(",");
	}
}

function termJson(
	{ terms, starts, ids, frequencies }: Omit<Postings, "lengths">,
	rank: number,
): string {
	const start = starts[rank] ?? 0;
	const length = (starts[rank + 1] ?? start) - start;
	const clips = Array.from({ length }, (_, i) => `"${ids[start + i]}":${frequencies[start + i]}`);
	return `[${JSON.stringify(terms[rank])},{"0":{${clips.join(",")}}}]`;
}

/**
 * The index as pieces of text, to be loaded by `MiniSearch.loadJSON` with the options of
 * minisearch.ts. The id of a name is its line in `all.ndjson`, from 0.
 * @param names by position; undefined for removed clips
 */
export function* nameIndexJson(
	names: Iterable<string | undefined>,
	postings: Postings,
): Generator<string> {
	const all = [...names];
	const kept = all.filter((name) => name !== undefined);
	const { lengths, ...dense } = withoutGaps(all, postings);
	const { length: count } = kept;
	const average = count === 0 ? "[]" : `[${postings.average}]`;
	yield `{"documentCount":${count},"nextId":${count},"documentIds":{`;
	yield* joined(count, (id) => `"${id}":${id}`);
	yield `},"fieldIds":{"name":0},"fieldLength":{`;
	yield* joined(count, (id) => `"${id}":[${lengths[id]}]`);
	yield `},"averageFieldLength":${average},"storedFields":{`;
	yield* joined(count, (id) => `"${id}":{"name":${JSON.stringify(kept[id])}}`);
	yield `},"dirtCount":0,"index":[`;
	yield* joined(dense.terms.length, (rank) => termJson(dense, rank));
	yield `],"serializationVersion":2}`;
}

/** The postings with ids that skip removed clips. */
function withoutGaps(names: readonly (string | undefined)[], postings: Postings): Postings {
	if (postings.count === names.length) return postings;
	const numbers = new Uint32Array(names.length);
	const lengths = new Uint32Array(postings.count);
	let number = 0;
	for (const [position, name] of names.entries()) {
		if (name === undefined) continue;
		numbers[position] = number;
		lengths[number++] = postings.lengths[position] ?? 0;
	}
	return { ...postings, ids: postings.ids.map((id) => numbers[id] ?? 0), lengths };
}
