/**
 * What a search costs: files and bytes read, CPU warm and in a new process, beside what loading the
 * full MiniSearch index costs in the same run. CPU is that of the whole process, reading from a
 * local disk included, for the first page of the answer. The rest of a request is left out, which is
 * the same for every query: the pointer, the dictionary (read once), and up to ten listing pages.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { PAGE_SIZE } from "../../scripts/contract/page-number.ts";
import { searchNames, TooBroad } from "../../scripts/edge/search.ts";
import { searchFiles, writeSearch } from "../../scripts/publish/search.ts";
import { TreeWriter } from "../../scripts/publish/tree-writer.ts";
import { parseSearch } from "../../scripts/search/query.ts";
import { SEARCH_INDEX_PATH, shardPath } from "../../scripts/tree/paths.ts";
import { FORMAT_VERSION } from "../../scripts/tree/pointer.ts";
import type { Asset, PublishedTree } from "../../scripts/tree/reading.ts";
import { generatedNames, generatedQueries, type QueryKind } from "../fixtures/generated-names.ts";
import { cpuOf, percentile, printFigures, spread } from "./figures.ts";

/** Queries of each of the eight kinds. */
const QUERIES_A_KIND = 2100;
/** Queries of each kind that get a process of their own. */
const COLD_QUERIES_A_KIND = 6;

const COLD_SEARCH = fileURLToPath(new URL("cold-search.ts", import.meta.url));
const INDEX_LOAD = fileURLToPath(new URL("index-load.ts", import.meta.url));

/** A tree of search files only. */
export function searchOnlyTree(folder: string, shards: string, count: number): PublishedTree {
	return {
		pointer: {
			version: FORMAT_VERSION,
			build: "benchmark",
			base_url: "http://localhost",
			media: "remote",
			count,
			shards,
			manifest: { bytes: 0, sha256: "" },
		},
		asset: async (path) => readFileSync(join(folder, path), "utf8"),
	};
}

/** Measures at each size, and prints. */
export async function benchSearch(sizes: readonly number[]): Promise<void> {
	for (const size of sizes) {
		const folder = mkdtempSync(join(tmpdir(), "instants-bench-"));
		try {
			await benchSize(size, folder);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	}
}

async function benchSize(size: number, folder: string): Promise<void> {
	const names = generatedNames(size);
	const before = process.memoryUsage().rss;
	let shards = "";
	const building = await cpuOf(() => {
		const files = searchFiles(names);
		shards = files.dictionary.folder;
		writeSearch(new TreeWriter(folder), files);
	});
	const memory = process.resourceUsage().maxRSS * 1024 - before;
	printFigures(`${size} instants`, [
		["shards", shardFigures(folder, shards)],
		[
			"building them and the full index",
			`${(building / 1000).toFixed(1)} s CPU, ${mb(memory)} MB above the names`,
		],
		...(await warmFigures(searchOnlyTree(folder, shards, size), names)),
		[
			"CPU ms of the engine, in a new process with its modules loaded, p50 / p99 / max",
			coldFigures(folder, shards, names),
		],
		["full MiniSearch index", runScript(INDEX_LOAD, [join(folder, SEARCH_INDEX_PATH)]).trim()],
	]);
}

function mb(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

function shardFigures(folder: string, shards: string): string {
	let files = 0;
	let raw = 0;
	let packed = 0;
	for (const { text } of shardTexts(folder, shards)) {
		files++;
		raw += text.length;
		packed += gzipSync(text).length;
	}
	return `${files} files, ${mb(raw)} MB raw, ${mb(packed)} MB gzipped`;
}

function* shardTexts(folder: string, shards: string): Generator<{ text: Buffer }> {
	for (let number = 0; ; number++) {
		try {
			yield { text: readFileSync(join(folder, shardPath(shards, number))) };
		} catch {
			return;
		}
	}
}

async function warmFigures(
	tree: PublishedTree,
	names: readonly string[],
): Promise<[string, string][]> {
	const queries = generatedQueries(names, QUERIES_A_KIND);
	for (const { query } of generatedQueries(names, 100, 3)) await search(tree, query);

	const cpu = new Map<QueryKind, number[]>();
	for (const { kind, query } of queries) {
		const cost = await cpuOf(() => search(tree, query));
		cpu.set(kind, [...(cpu.get(kind) ?? []), cost]);
	}
	const reads = [];
	for (const { query } of queries) reads.push(await readsOf(tree, query));
	const all = [...cpu.values()].flat();
	return [
		[
			"queries",
			`${queries.length} of ${cpu.size} kinds, ${reads.filter(({ refused }) => refused).length} too broad`,
		],
		["shards read, p50 / p99 / max", spread(reads.map(({ files }) => files))],
		["KB of shards raw, p50 / p99 / max", spread(reads.map(({ raw }) => raw / 1000))],
		["KB of shards gzipped, p50 / p99 / max", spread(reads.map(({ packed }) => packed / 1000))],
		["CPU ms of the engine, warm, p50 / p99 / max", spread(all, 3)],
		...[...cpu].map(([kind, figures]): [string, string] => [`  ${kind}`, spread(figures, 3)]),
	];
}

async function search(tree: PublishedTree, query: string): Promise<boolean> {
	try {
		(await searchNames(tree, parseSearch(query))).ranking.best(PAGE_SIZE);
		return true;
	} catch (error) {
		if (error instanceof TooBroad) return false;
		throw error;
	}
}

const packedSizes = new Map<string, number>();

/** What a query reads. */
async function readsOf(tree: PublishedTree, query: string) {
	const reads = { files: 0, raw: 0, packed: 0, refused: false };
	const asset: Asset = async (path) => {
		const text = await tree.asset(path);
		if (text === undefined) return undefined;
		const key = `${tree.pointer.shards}${path}`;
		const packed = packedSizes.get(key) ?? gzipSync(text).length;
		packedSizes.set(key, packed);
		reads.files++;
		reads.raw += text.length;
		reads.packed += packed;
		return text;
	};
	reads.refused = !(await search({ ...tree, asset }, query));
	return reads;
}

function runScript(script: string, args: readonly string[]): string {
	return execFileSync(
		process.execPath,
		["--expose-gc", "--max-old-space-size=8000", "--import", "tsx", script, ...args],
		{ encoding: "utf8" },
	);
}

function coldFigures(folder: string, shards: string, names: readonly string[]): string {
	const costs = generatedQueries(names, COLD_QUERIES_A_KIND, 4).map(({ query }) =>
		Number(runScript(COLD_SEARCH, [folder, shards, String(names.length), query])),
	);
	return `${[percentile(costs, 0.5), percentile(costs, 0.99), Math.max(...costs)].map((c) => c.toFixed(1)).join(" / ")} (${costs.length} processes)`;
}
