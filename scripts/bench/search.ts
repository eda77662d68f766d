/**
 * What a request with a name costs through the whole handler, checks included: files and bytes read,
 * and CPU. Files come from the disk; index files stay in memory from one request to the next, as on a
 * server.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedNames, generatedQueries } from "../../test/fixtures/generated-names.ts";
import { NO_QUERY, pageUrl } from "../contract/links.ts";
import { handle } from "../edge/handler.ts";
import { folderAsset } from "../hosts/server/folder-asset.ts";
import type { Asset } from "../tree/reading.ts";
import { buildTree, inTemporaryFolder } from "./catalogue.ts";
import { cpuOf, printFigures, spread } from "./figures.ts";

/** Queries of each of the eight kinds. */
const QUERIES_A_KIND = 500;

/** Measures at each size, and prints. */
export async function benchSearch(sizes: readonly number[]): Promise<void> {
	for (const size of sizes) {
		await inTemporaryFolder(async (folder) => {
			const tree = await buildTree(folder, size);
			await benchTree(tree, size);
		});
	}
}

interface Reads {
	files: number;
	shardBytes: number;
	packBytes: number;
}

async function benchTree(folder: string, size: number): Promise<void> {
	const [first = [], queries = []] = queriesOf(size);
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

/** Queries to begin with, and those to measure. The names themselves would fill the memory of a server. */
function queriesOf(size: number): ReturnType<typeof generatedQueries>[] {
	const names = generatedNames(size);
	return [generatedQueries(names, 50, 3), generatedQueries(names, QUERIES_A_KIND)];
}

async function ask(asset: Asset, name: string): Promise<number> {
	const url = pageUrl("http://localhost", { ...NO_QUERY, names: [name] }, 1);
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
