/**
 * The full MiniSearch index as text, for clients that search offline: byte for byte what MiniSearch
 * serialises, its terms sorted, but made from the postings. A million names in a MiniSearch take two
 * gigabytes of memory.
 * https://github.com/lucaong/minisearch/blob/v7.2.0/src/MiniSearch.ts (toJSON)
 */
import type { Postings } from "./postings.ts";

/** Entries in one piece of text: enough to make pieces cheap, few enough for any catalogue. */
const PIECE = 10_000;

/** The entries of an object or array, written in pieces. */
function* joined(count: number, entry: (i: number) => string): Generator<string> {
	for (let start = 0; start < count; start += PIECE) {
		const length = Math.min(PIECE, count - start);
		const entries = Array.from({ length }, (_, i) => entry(start + i));
		yield (start === 0 ? "" : ",") + entries.join(",");
	}
}

function termJson({ terms, starts, ids, frequencies }: Postings, rank: number): string {
	const start = starts[rank] ?? 0;
	const length = (starts[rank + 1] ?? start) - start;
	const clips = Array.from({ length }, (_, i) => `"${ids[start + i]}":${frequencies[start + i]}`);
	return `[${JSON.stringify(terms[rank])},{"0":{${clips.join(",")}}}]`;
}

/** The text in pieces; `MiniSearch.loadJSON` takes it with the options of options.ts. */
export function* nameIndexJson(names: readonly string[], postings: Postings): Generator<string> {
	const { length: count } = names;
	const average = count === 0 ? "[]" : `[${postings.average}]`;
	yield `{"documentCount":${count},"nextId":${count},"documentIds":{`;
	yield* joined(count, (id) => `"${id}":${id}`);
	yield `},"fieldIds":{"name":0},"fieldLength":{`;
	yield* joined(count, (id) => `"${id}":[${postings.lengths[id]}]`);
	yield `},"averageFieldLength":${average},"storedFields":{`;
	yield* joined(count, (id) => `"${id}":{"name":${JSON.stringify(names[id])}}`);
	yield `},"dirtCount":0,"index":[`;
	yield* joined(postings.terms.length, (rank) => termJson(postings, rank));
	yield `],"serializationVersion":2}`;
}
