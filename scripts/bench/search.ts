/**
 * What a request with a name or tags costs through the whole handler, checks included: files and bytes read,
 * and CPU. Files come from the disk; index files stay in memory from one request to the next, as on a
 * server.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
	generatedNames,
	generatedQueries,
	generatedTags,
	random,
} from "../../test/fixtures/generated-names.ts";
import { type LinkQuery, NO_QUERY, pageUrl } from "../contract/links.ts";
import { handle } from "../edge/handler.ts";
import { folderAsset } from "../hosts/server/folder-asset.ts";
import type { Asset } from "../tree/reading.ts";
import { buildTree, inTemporaryFolder } from "./catalogue.ts";
import { cpuOf, printFigures, spread } from "./figures.ts";

/** Queries of each kind. */
const QUERIES_A_KIND = 500;

/** Measures at each size, and prints. */
export async function benchSearch(sizes: readonly number[], hasTags: boolean): Promise<void> {
	for (const size of sizes) {
		await inTemporaryFolder(async (folder) => {
			const tree = await buildTree(folder, size, hasTags);
			await benchTree(tree, size, hasTags);
		});
	}
}

interface Reads {
	files: number;
	shardBytes: number;
	packBytes: number;
}

async function benchTree(folder: string, size: number, hasTags: boolean): Promise<void> {
	const [first = [], queries = []] = queriesOf(size, hasTags);
	for (const { query } of first) await ask(folderAsset(folder), query);
	const kinds = new Map<string, number[]>();
	const statuses = new Map<number, number>();
	const reads: Reads[] = [];
	for (const { kind, query } of queries) {
		const { asset, read } = counting(folder);
		const cpu = await cpuOf(async () => {
			const status = await ask(asset, query);
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
		});
		reads.push(read);
		kinds.set(kind, [...(kinds.get(kind) ?? []), cpu]);
	}
	const kb = (of: (read: Reads) => number): string => spread(reads.map((read) => of(read) / 1000));
	const told = [...statuses].map(([status, times]) => `${times} × ${status}`).join(", ");
	printFigures(`${size} clips, ${queries.length} queries (${told}); p50 / p99 / max`, [
		["CPU, ms", spread([...kinds.values()].flat(), 2)],
		...[...kinds].map(([kind, figures]): [string, string] => [`  ${kind}`, spread(figures, 2)]),
		["files read", spread(reads.map(({ files }) => files))],
		["KB of shards", kb(({ shardBytes }) => shardBytes)],
		["KB of packs", kb(({ packBytes }) => packBytes)],
	]);
}

interface Asked {
	readonly kind: string;
	readonly query: LinkQuery;
}

/** Queries to begin with, and those to measure. The names themselves would fill the memory of a server. */
function queriesOf(size: number, hasTags: boolean): Asked[][] {
	const names = generatedNames(size);
	const queries = hasTags ? taggedQueries : namedQueries;
	return [queries(names, 50, 3), queries(names, QUERIES_A_KIND, 2)];
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

async function ask(asset: Asset, query: LinkQuery): Promise<number> {
	const url = pageUrl("http://localhost", query, 1);
	return (await handle({ method: "GET", url, headers: new Headers() }, asset)).status;
}

function counting(folder: string): { asset: Asset; read: Reads } {
	const read: Reads = { files: 0, shardBytes: 0, packBytes: 0 };
	const asset: Asset = async (path) => {
		const bytes = readFileSync(join(folder, path));
		read.files++;
		if (path.includes("/search/")) read.shardBytes += bytes.length;
		if (path.endsWith(".ndjson")) read.packBytes += bytes.length;
		return bytes;
	};
	return { asset, read };
}
