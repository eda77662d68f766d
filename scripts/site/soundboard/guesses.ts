/**
 * Clips with similarly spelled names, for a search that finds nothing: the same search, in which words
 * of the catalogue match that are a typing error or two away.
 */
import { type Ranking, rank } from "../../search/engine.ts";
import { parseSearch } from "../../search/search-query.ts";
import { entriesOf, type ShardEntry } from "../../search/shard.ts";
import { matchesAsPrefix } from "../../search/tokens.ts";
import { filesOf } from "../../tree/index-node.ts";
import type { PublishedTree } from "../../tree/reading.ts";

/** Typing errors in a word. First one in words of four letters or more, then two (as in swapped letters), or one in three. */
const ATTEMPTS: readonly ((word: string) => number)[] = [
	({ length }) => (length >= 4 ? 1 : 0),
	({ length }) => (length >= 4 ? 2 : length === 3 ? 1 : 0),
];

/** Longer queries are not guessed: it would take noticeably long. */
const MAX_WORDS = 12;

/** Reads all words of the catalogue, and returns a function that guesses what a query means. */
export async function openGuesses({
	pointer,
	store,
}: PublishedTree): Promise<(name: string) => Ranking | undefined> {
	const all = { from: "", reaches: () => true };
	const [files = []] = await filesOf<string>(store, "search", pointer.search, [all]);
	const shards = await Promise.all(files.map(([, name]) => store.read("search", name)));
	const vocabulary = shards.flatMap((shard) => entriesOf(shard, "", true));
	return (name) => {
		const query = parseSearch(name);
		if (query.words.length > MAX_WORDS) return undefined;
		for (const errorsIn of ATTEMPTS) {
			const found = query.words.map((word) => similar(vocabulary, word, errorsIn(word)));
			const ranking = rank(query, found, pointer);
			if (ranking.count > 0) return ranking;
		}
		return undefined;
	};
}

function similar(vocabulary: readonly ShardEntry[], word: string, errors: number): ShardEntry[] {
	const withLonger = matchesAsPrefix(word);
	return vocabulary.filter(
		({ term }) => (withLonger && term.startsWith(word)) || isWithinErrors(word, term, errors),
	);
}

/** Whether at most `most` letters were mistyped, left out or added. https://en.wikipedia.org/wiki/Levenshtein_distance */
export function isWithinErrors(a: string, b: string, most: number): boolean {
	if (Math.abs(a.length - b.length) > most) return false;
	let above = Array.from({ length: b.length + 1 }, (_, column) => column);
	for (let row = 1; row <= a.length; row++) {
		const line = [row];
		for (let column = 1; column <= b.length; column++) {
			const isSame = a[row - 1] === b[column - 1];
			const [diagonal = 0, over = 0] = above.slice(column - 1, column + 1);
			const left = line[column - 1] ?? 0;
			line.push(Math.min(diagonal + (isSame ? 0 : 1), over + 1, left + 1));
		}
		if (Math.min(...line) > most) return false;
		above = line;
	}
	return (above.at(-1) ?? 0) <= most;
}
