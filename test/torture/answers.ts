/** Searches of all kinds, whose answers are held to a search that is written another way, and slow. */
import { expect } from "vitest";
import type { Instant } from "../../scripts/contract/instant.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { hasTags, SOME_TAGS } from "../fixtures/tags.ts";
import { below, parent, pick, random, several, type Trial } from "./trial.ts";

const LETTERS = [..."abéÖnoTжΛ70"];
const HAN = [..."日本語音声"];

function words(most: number): string {
	const word = (): string => {
		const letters = random() < 0.1 ? HAN : LETTERS;
		return several(1 + below(4), () => pick(letters)).join("");
	};
	return several(1 + below(most), word).join(pick([" ", "-", " ! ", ", "]));
}

/** The words of a text, without accents; of Han characters, all pairs, and in a name also each alone. */
function wordsOf(text: string, isName: boolean): string[] {
	const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
	return (plain.match(/\p{scx=Han}+|[[\p{L}\p{N}]--\p{scx=Han}]+/gv) ?? []).flatMap((word) => {
		if (!/\p{scx=Han}/u.test(word)) return [word];
		const pairs = [...word].slice(1).map((second, i) => `${word[i]}${second}`);
		return isName || pairs.length === 0 ? [...word, ...pairs] : pairs;
	});
}

/** Whether every word of the query begins a word of the name; words of one or two letters must be one. */
function isFound(own: readonly string[], query: readonly string[]): boolean {
	return query.every((wanted) =>
		own.some((word) => word === wanted || (wanted.length > 2 && word.startsWith(wanted))),
	);
}

interface Clip {
	readonly slug: string;
	readonly words: readonly string[];
	/** As in its record. */
	readonly tags: string;
}

/** A published catalogue, and what its clips are found by. */
interface Catalogue {
	readonly asset: Asset;
	readonly clips: readonly Clip[];
}

async function catalogue(): Promise<Catalogue> {
	const names = several(300, () => (random() < 0.1 ? undefined : words(5)));
	const tags = names.map(() => several(below(4), () => pick(SOME_TAGS)).join(","));
	const records = named(names).map((record, i) =>
		names[i] === undefined ? record : { ...record, tags: tags[i] },
	);
	const { folder } = await publishRecords(records, { parent, pages: "none" });
	const clips = names.flatMap((name, i) =>
		name === undefined
			? []
			: [{ slug: `clip-${i}`, words: wordsOf(name, true), tags: tags[i] ?? "" }],
	);
	return { asset: folderAsset(folder), clips };
}

const PAGES = [undefined, undefined, undefined, 1, 2, 3, 999];

interface Asked {
	readonly name: string;
	readonly tags: readonly string[];
	readonly page: number | undefined;
}

function anySearch(): Asked {
	return {
		name: random() < 0.2 ? pick(["", "  "]) : words(2),
		tags: random() < 0.5 ? [] : several(1 + below(3), () => pick(SOME_TAGS)),
		page: pick(PAGES),
	};
}

async function expectRight({ asset, clips }: Catalogue, asked: Asked): Promise<void> {
	const { name, tags, page = 1 } = asked;
	const given = new URLSearchParams([["name", name], ...tags.map((tag) => ["tag", tag])]);
	if (asked.page !== undefined) given.set("page", String(page));
	const response = await respond({ url: `${BASE}/api/v1/instants/?${given}` }, asset);
	const why = JSON.stringify(asked);
	const query = wordsOf(name, false);
	const found = clips
		.filter(({ words, tags }) => isFound(words, query) && hasTags(tags, asked.tags))
		.map(({ slug }) => slug);
	const pages = Math.max(1, Math.ceil(found.length / 10));
	expect(response.status, why).toBe(page > pages ? 404 : 200);
	if (page > pages) return;
	const { count, next, previous, results } = await response.json();
	expect({ count, next: next === null, previous: previous === null }, why).toEqual({
		count: found.length,
		next: page === pages,
		previous: page === 1,
	});
	const slugs = (results as Instant[]).map(({ slug }) => slug);
	const expected = found.slice(10 * (page - 1), 10 * page);
	if (query.length === 0) return expect(slugs, why).toEqual(expected);
	expect(slugs.length, why).toBe(expected.length);
	expect(found, why).toEqual(expect.arrayContaining(slugs));
}

export const SEARCHES: Trial = {
	what: "searches of all kinds",
	holds: "have the count and the clips that a brute force finds",
	times: [1_000_000, 1000],
	minutes: 10,
	prepare: async () => async () => {
		const tree = await catalogue();
		const searches = several(500, anySearch);
		for (const asked of searches) await expectRight(tree, asked);
		return searches.length;
	},
};
