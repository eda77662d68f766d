/** Requests of all kinds, whose answers are held to a search that is written another way, and slow. */
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

const PAGES = ["1", "2", "3", "4", "", "0", "-1", "1.0", "last", "999", "２", "\0"];
const FORMATS = ["json", "api", "", "xml", "JSON"];

interface Asked {
	readonly method: string;
	readonly name: string;
	readonly page: string | undefined;
	readonly format: string | undefined;
	readonly tags: readonly string[];
}

function anyRequest(): Asked {
	return {
		method: random() < 0.9 ? "GET" : pick(["HEAD", "POST", "DELETE"]),
		name: random() < 0.2 ? pick(["", "  "]) : words(2),
		page: random() < 0.6 ? undefined : pick(PAGES),
		format: random() < 0.8 ? undefined : pick(FORMATS),
		tags: random() < 0.5 ? [] : several(1 + below(3), () => pick(SOME_TAGS)),
	};
}

async function ask(asset: Asset, { method, tags, ...query }: Asked) {
	const given = [...Object.entries(query), ...tags.map((tag) => ["tag", tag])].filter(
		([, value]) => value !== undefined,
	);
	const url = `${BASE}/api/v1/instants/?${new URLSearchParams(given as [string, string][])}`;
	const response = await respond({ method, url }, asset);
	return { status: response.status, body: await response.text() };
}

/** The number of the page; undefined if there is no such page. */
function pageNumber(page: string | undefined, pages: number): number | undefined {
	if (page === undefined || page === "") return 1;
	const number = page === "last" ? pages : /^\d+$/.test(page) ? Number(page) : 0;
	return number >= 1 && number <= pages ? number : undefined;
}

async function expectRight({ asset, clips }: Catalogue, asked: Asked): Promise<void> {
	const { status, body } = await ask(asset, asked);
	const why = JSON.stringify(asked);
	if (![undefined, "", "json", "api"].includes(asked.format)) return expect(status, why).toBe(404);
	if (!["GET", "HEAD"].includes(asked.method)) return expect(status, why).toBe(405);
	const query = wordsOf(asked.name, false);
	const found = clips
		.filter(({ words, tags }) => isFound(words, query) && hasTags(tags, asked.tags))
		.map(({ slug }) => slug);
	const pages = Math.max(1, Math.ceil(found.length / 10));
	const page = pageNumber(asked.page, pages);
	expect(status, why).toBe(page === undefined ? 404 : 200);
	if (page === undefined || asked.method === "HEAD") return;
	const { count, next, previous, results } = JSON.parse(body);
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

const REQUESTS: Trial = {
	what: "requests of all kinds",
	holds: "have the status, the count and the clips that a brute force finds",
	times: [1_000_000, 1000],
	minutes: 10,
	prepare: async () => async () => {
		const tree = await catalogue();
		const requests = several(500, anyRequest);
		for (const asked of requests) await expectRight(tree, asked);
		return requests.length;
	},
};

export const ANSWER_TRIALS = [REQUESTS];
