/** The rule as the documents describe it, in a few lines that share nothing with the search, judges all results. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rank } from "../../scripts/search/engine.ts";
import { postingNumbers, postingsOf } from "../../scripts/search/postings.ts";
import { parseSearch } from "../../scripts/search/search-query.ts";
import type { ShardEntry } from "../../scripts/search/shard.ts";
import { termsOf } from "../../scripts/search/tokens.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { collectPostings } from "../fixtures/tokens.ts";

const APOSTROPHES = /(?<=[a-z0-9])['’`]+(?=[a-z])/g;

function plain(text: string): string {
	return text
		.normalize("NFD")
		.replace(/[\u0300-\u036f]/g, "")
		.toLowerCase();
}

function wordsOf(text: string): string[] {
	return (
		plain(text)
			.replace(APOSTROPHES, "")
			.match(/[a-z0-9]+/g) ?? []
	);
}

/** Other words by which a name can be found: parts between apostrophes, and words joined by punctuation, run together. */
function othersOf(name: string): string[] {
	const text = plain(name);
	const joined = text.replace(APOSTROPHES, "").match(/[a-z0-9]+(?:[-_/.&+:*][a-z0-9]+)+/g) ?? [];
	const parts = joined.map((compound) => compound.split(/[^a-z0-9]/));
	return [
		...(text.replace(APOSTROPHES, " ").match(/[a-z0-9]+/g) ?? []),
		...parts.filter(({ length }) => length <= 4).map((all) => all.join("")),
	];
}

/** The group of a name for a query: lower is better. Undefined if the name is not found. */
function judging(name: string): (typed: readonly string[]) => number | undefined {
	const words = wordsOf(name);
	const all = [...words, ...othersOf(name)];
	return (typed) => {
		if (!typed.every((word) => all.some((other) => other.startsWith(word)))) return undefined;
		if (typed.toSorted().join(" ") === words.toSorted().join(" ")) return 0;
		const isCovered = words.every((word) => typed.some((begin) => word.startsWith(begin)));
		return isCovered ? words.length : Number.POSITIVE_INFINITY;
	};
}

/** The ids of the names that the search finds, in order. */
function searching(names: readonly string[]): (query: string) => readonly number[] {
	const postings = collectPostings(names);
	const entries = postings.terms.map(
		(term, i): ShardEntry => [term, postingNumbers(postings, postingsOf(postings, i))],
	);
	const collection = { ...postings, positions: names.length, order: "first" } as const;
	return (text) => {
		const query = parseSearch(text);
		const found = query.words.map((word) => {
			const terms = termsOf(word);
			return entries.filter(([term]) => terms?.includes(term) ?? term.startsWith(word));
		});
		const { count, best } = rank(query, found, collection);
		return best(count).map(({ id }) => id);
	};
}

/** Every prefix of the first word, alone and with the first letter of the second. */
function beginningsOf(name: string): string[] {
	const [first = "", second = ""] = wordsOf(name);
	const alone = Array.from(first, (_, i) => first.slice(0, i + 1));
	return second === "" ? alone : [...alone, ...alone.map((word) => `${word} ${second[0]}`)];
}

test("of 3520 names, each query finds exactly those that it should, group by group", () => {
	const sample = ["classics.json", "effects.ndjson", "world.ndjson"].flatMap((file) => {
		const text = readFileSync(new URL(`../../data/${file}`, import.meta.url), "utf8");
		return Array.from(text.matchAll(/"name": ?"(.+?)"/g), ([, name = ""]) => name);
	});
	const own = [
		..."Boom;Boom Boom;Boom-Boom Machine;Boomer;L'amour toujours;L’ami;Rock'n'roll;Don't stop".split(
			";",
		),
		..."I've Fallen;Ive fallen;U.S.A. 67;Bruno mars rizz.mp3;Rizz;Vine Boom;D;67;d'Arc;M*A*S*H".split(
			";",
		),
	];
	const all = [...own, ...sample, ...generatedNames(4000)];
	const names = all.filter((name) => /^[\0-\x7f’]+$/.test(plain(name))).slice(0, 3520);
	expect(names).toHaveLength(3520);
	const search = searching(names);
	const judges = names.map(judging);
	const queries = names.filter((_, i) => i < own.length || i % 40 === 0).flatMap(beginningsOf);
	const more =
		"amour;l amour;lamour;roll;dont;don t;ive;i've fallen;us;ar;d;bo;67;vine b;b bo;boo b;mash;m a s h".split(
			";",
		);
	for (const query of new Set([...queries, ...more])) {
		const typed = wordsOf(query);
		const places = judges.map((placeOf) => placeOf(typed));
		const expected = [...places.keys()].filter((id) => places[id] !== undefined);
		const found = search(query);
		expect(
			found.toSorted((a, b) => a - b),
			query,
		).toEqual(expected);
		const inOrder = found.map((id) => places[id] ?? Number.NaN);
		expect(inOrder, query).toEqual(inOrder.toSorted((a, b) => a - b));
	}
});

test("among equals, the names with apostrophes as typed come first", () => {
	const names = ["I've Fallen down", "Ive fallen down", "I've fallen", "Ive fallen"];
	const search = searching(names);
	expect(search("ive fallen")).toEqual([3, 2, 1, 0]);
	expect(search("I’ve fallen")).toEqual([2, 3, 0, 1]);
	expect(search("ive fal")).toEqual([3, 2, 1, 0]);
	expect(search("ive")).toEqual([3, 2, 1, 0]);
});
