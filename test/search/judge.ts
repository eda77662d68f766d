/** The rule of the search, applied to each name in turn, without postings or sums. */
import MiniSearch, { type Options } from "minisearch";
import { type IndexedName, searchOptions } from "../../scripts/search/minisearch.ts";
import { matchWeight } from "../../scripts/search/score.ts";
import {
	apostropheTerm,
	beginningsOf,
	lettersOf,
	matchesAsPrefix,
	type NameTokens,
	nameTokens,
	queryTokens,
} from "../../scripts/search/tokens.ts";

/** What the rule says of a name that a query finds. */
export interface Judgement {
	readonly id: number;
	/** What decides its place, the most important first, and the higher the better. */
	readonly merits: readonly [exact: number, fewWords: number, score: number, spelling: number];
	/** The sum of all of MiniSearch's scores, in whole millionths like `merits`. */
	readonly all: number;
}

export type Names = readonly (string | undefined)[];

/** The beginnings of all words of a name, with repeats; those of joined tokens that no word has, too. */
export function allBeginnings({ words, joined }: NameTokens): string[] {
	const own = words.flatMap(beginningsOf);
	const others = joined.flatMap(beginningsOf);
	return [...own, ...others.filter((beginning) => !own.includes(beginning))];
}

/** The options with which beginnings and marks are terms, as in the shards. */
const termOptions: Options<IndexedName> = {
	...searchOptions,
	tokenize: (name) => {
		const tokens = nameTokens(name);
		const [first] = tokens.words;
		const firsts = tokens.words.filter((word) => word === first);
		const others = tokens.words.filter((word) => word !== first);
		// Hidden in a word, so that they do not count towards the length.
		return [[...firsts, ...tokens.joined, ...allBeginnings(tokens)].join("\n"), ...others];
	},
	searchOptions: {
		...searchOptions.searchOptions,
		tokenize: (query) => [...new Set(queryTokens(query))],
	},
};

/** The names as MiniSearch indexes them. */
export function oracle(names: Names, options = searchOptions): MiniSearch<IndexedName> {
	const index = new MiniSearch<IndexedName>(options);
	for (const [id, name] of names.entries()) if (name !== undefined) index.add({ id, name });
	return index;
}

/** The same, with all terms of the shards. */
export function termOracle(names: Names): MiniSearch<IndexedName> {
	return oracle(names, termOptions);
}

/** Whether a query's token begins a word or another token of a name. */
function begins(token: string, other: string): boolean {
	return matchesAsPrefix(token) ? other.startsWith(lettersOf(token)) : other === token;
}

/** The names that a query finds, best first. */
export function judge(names: Names, order: "first" | "newest", query: string): Judgement[] {
	const index = termOracle(names);
	const typed = queryTokens(query);
	const tokens = [...new Set(typed)];
	const typedApart = new Set(nameTokens(query).joined);
	const scores = new Map<string, ReadonlyMap<number, number>>();
	const scoreOf = (token: string, term: string, id: number): number => {
		let ofTerm = scores.get(term);
		if (ofTerm === undefined) {
			const found = index.search(term, { tokenize: () => [term], prefix: false });
			ofTerm = new Map(found.map((result) => [result.id, result.score]));
			scores.set(term, ofTerm);
		}
		return Math.round(matchWeight(token, term) * (ofTerm.get(id) ?? Number.NaN) * 1e6);
	};
	const judged = names.flatMap((name = "", id): Judgement[] => {
		const words = queryTokens(name);
		const own = new Set(words);
		const all = nameTokens(name);
		const others = [...all.words, ...all.joined];
		const isFound = tokens.every((token) => others.some((other) => begins(token, other)));
		if (!isFound || tokens.length === 0) return [];
		let [score, sum, spelling] = [0, 0, 0];
		for (const token of tokens) {
			const terms = [...new Set([...others, ...allBeginnings(all)])].filter((term) =>
				matchesAsPrefix(token) ? term.startsWith(token) : term === token,
			);
			const matched = terms.filter((term) => own.has(term));
			for (const term of terms) sum += scoreOf(token, term, id);
			for (const term of matched.length > 0 ? matched : terms) score += scoreOf(token, term, id);
			const apart = apostropheTerm(token);
			if (typedApart.has(apart) === terms.includes(apart)) spelling++;
		}
		const isExact = words.toSorted().join("\n") === typed.toSorted().join("\n");
		const isCovered = words.every((word) => tokens.some((token) => begins(token, word)));
		const fewWords = isCovered && !isExact ? 1 / words.length : 0;
		return [{ id, merits: [Number(isExact), fewWords, score, spelling], all: sum }];
	});
	return judged.sort((a, b) => {
		const by = a.merits.findIndex((merit, i) => merit !== b.merits[i]);
		if (by >= 0) return (b.merits[by] ?? 0) - (a.merits[by] ?? 0);
		return order === "first" ? a.id - b.id : b.id - a.id;
	});
}
