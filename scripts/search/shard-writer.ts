/** Cuts the postings of a catalogue into shards. */
import { type Postings, postingNumbers } from "./postings.ts";
import { checksum, type Dictionary, lineOf, SHARD_VERSION, shardJson } from "./shard.ts";

/** Shards are cut when they are about as large, in characters; a word is never split. */
const SHARD_SIZE = 16 * 1024;

/** A shard to write. */
export interface WrittenShard {
	/** Its first word. */
	readonly first: string;
	readonly text: string;
}

/** All shards, in order. */
export function* cutShards(postings: Postings): Generator<WrittenShard> {
	let first = "";
	let lines: string[] = [];
	let size = 0;
	for (const [rank, term] of postings.terms.entries()) {
		if (lines.length === 0) first = term;
		const line = lineOf(term, postingNumbers(postings, rank));
		lines.push(line);
		size += line.length;
		if (size < SHARD_SIZE && rank < postings.terms.length - 1) continue;
		yield { first, text: shardJson(lines) };
		lines = [];
		size = 0;
	}
}

/** The dictionary of shards, but for the name of the folder they will be written into. */
export function dictionaryOf(
	{ average, longest, lengths }: Postings,
	shards: readonly WrittenShard[],
): Omit<Dictionary, "folder"> {
	return {
		version: SHARD_VERSION,
		count: lengths.length,
		average,
		longest,
		first: shards.map(({ first }) => first),
		sums: shards.map(({ text }) => checksum(text)),
	};
}
