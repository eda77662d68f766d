/**
 * What a request with a name or tags costs through the whole handler, checks included: files and bytes read,
 * and CPU. One process answers all of them, as a server does, and has never held anything else: what is used
 * often stays in its memory.
 */
import {
	generatedNames,
	generatedQueries,
	generatedTags,
	random,
} from "../../test/fixtures/generated-names.ts";
import { type LinkQuery, NO_QUERY, pageUrl } from "../contract/links.ts";
import { buildTree, inTemporaryFolder } from "./catalogue.ts";
import { printFigures, spread } from "./figures.ts";
import { type MeasuredRequest, measureRequests, writeHandler } from "./fresh-process.ts";

/** Queries of each kind. */
const QUERIES_A_KIND = 500;

/** Measures at each size, and prints. */
export async function benchSearch(sizes: readonly number[], hasTags: boolean): Promise<void> {
	for (const size of sizes) {
		await inTemporaryFolder(async (folder) => {
			const tree = await buildTree(folder, size, hasTags);
			printCosts(writeHandler(folder), tree, size, queriesOf(size, hasTags));
		});
	}
}

function printCosts(
	handler: string,
	tree: string,
	size: number,
	{ first, asked }: { readonly first: readonly Asked[]; readonly asked: readonly Asked[] },
): void {
	const urls = [...first, ...asked].map(({ query }) => pageUrl("http://localhost", query, 1));
	const costs = measureRequests(handler, tree, urls).requests.slice(first.length);
	const kinds = new Map<string, number[]>();
	const statuses = new Map<number, number>();
	for (const [i, { cpu, status }] of costs.entries()) {
		const kind = asked[i]?.kind ?? "";
		kinds.set(kind, [...(kinds.get(kind) ?? []), cpu]);
		statuses.set(status, (statuses.get(status) ?? 0) + 1);
	}
	const kb = (of: (cost: MeasuredRequest) => number): string =>
		spread(costs.map((cost) => of(cost) / 1000));
	const told = [...statuses].map(([status, times]) => `${times} × ${status}`).join(", ");
	printFigures(`${size} clips, ${costs.length} queries (${told}); p50 / p99 / max`, [
		["CPU, ms", spread([...kinds.values()].flat(), 2)],
		...[...kinds].map(([kind, figures]): [string, string] => [`  ${kind}`, spread(figures, 2)]),
		["files read", spread(costs.map(({ files }) => files))],
		["KB of shards", kb(({ shardBytes }) => shardBytes)],
		["KB of packs", kb(({ packBytes }) => packBytes)],
	]);
}

interface Asked {
	readonly kind: string;
	readonly query: LinkQuery;
}

/** Queries to begin with, and those to measure. */
function queriesOf(size: number, hasTags: boolean): { first: Asked[]; asked: Asked[] } {
	const names = generatedNames(size);
	const queries = hasTags ? taggedQueries : namedQueries;
	return { first: queries(names, 50, 3), asked: queries(names, QUERIES_A_KIND, 2) };
}

function namedQueries(names: readonly string[], count: number, seed: number): Asked[] {
	return generatedQueries(names, count, seed).map(({ kind, query }) => ({
		kind,
		query: { ...NO_QUERY, names: [query] },
	}));
}

/** Tags of some clip, alone or with a word of its name, so that most find something. */
function taggedQueries(names: readonly string[], count: number, seed: number): Asked[] {
	const next = random(seed);
	return Array.from({ length: count }, () => {
		let number = 0;
		do number = Math.floor(next() * names.length);
		while (generatedTags(number).length < 2);
		const [tag = "", other = ""] = generatedTags(number);
		const [word = ""] = names[number]?.split(" ") ?? [];
		return [
			{ kind: "a tag", query: { ...NO_QUERY, tags: [tag] } },
			{ kind: "two tags", query: { ...NO_QUERY, tags: [tag, other] } },
			{ kind: "a word and a tag", query: { ...NO_QUERY, names: [word], tags: [tag] } },
			{
				kind: "a name and two tags",
				query: { ...NO_QUERY, names: [names[number] ?? ""], tags: [tag, other] },
			},
		];
	}).flat();
}
