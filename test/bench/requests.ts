/**
 * Measures requests in new processes, with the handler bundled as it is for hosts, and files read from disk.
 *
 * `cold` measures the first request of a process, because edge hosts often start new ones: the median CPU time of all
 * threads, as a multiple of a baseline, which is one `URL` and one SHA-256 digest in such a process. Loading the bundle
 * is measured separately, so that no work can hide there. `search` measures all searches in one process, which caches
 * what it uses often, as a server does: CPU time, and the files and bytes read.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../scripts/bundling/bundle.ts";
import { NO_QUERY, pageUrl } from "../../scripts/contract/links.ts";
import { generatedNames, generatedQueries } from "../fixtures/generated-names.ts";
import { buildTree } from "./catalogue.ts";
import { median, printFigures, spread } from "./figures.ts";

const REQUESTS = fileURLToPath(new URL("requests-process.mjs", import.meta.url));
const HANDLER = new URL("../../scripts/edge/handler.ts", import.meta.url);

/** The cost of a request. */
interface MeasuredRequest {
	/** CPU time in milliseconds, of all threads. */
	readonly cpu: number;
	/** How many files and bytes were read. */
	readonly files: number;
	readonly bytes: number;
	readonly status: number;
	readonly count: number;
}

/** Runs a new Node, and parses the JSON that it prints. */
function inFreshProcess<T>(args: readonly string[]): T {
	// Enough for the figures of a few thousand requests.
	const options = { encoding: "utf8", maxBuffer: 16 * 1024 * 1024 } as const;
	return JSON.parse(execFileSync(process.execPath, args, options));
}

/** Writes the bundle of the handler into a folder. Returns its path. */
function writeHandler(folder: string): string {
	const path = join(folder, "handler.mjs");
	writeFileSync(path, bundle(HANDLER));
	return path;
}

/** Requests the URLs, one after the other. `load` is the CPU time of loading the code, in milliseconds. */
function measureRequests(
	handler: string,
	tree: string,
	urls: readonly string[],
): { load: number; requests: MeasuredRequest[] } {
	return inFreshProcess([REQUESTS, handler, tree, ...urls]);
}

const ROUNDS = 7;
const FLOOR = `
	const start = process.cpuUsage();
	new URL("https://example.com/api/v1/instants/?name=boom");
	await crypto.subtle.digest("SHA-256", new Uint8Array(1024));
	const { user, system } = process.cpuUsage(start);
	console.log(JSON.stringify((user + system) / 1000));`;

export async function benchCold(folder: string, size: number): Promise<void> {
	const tree = await buildTree(folder, size);
	const handler = writeHandler(folder);
	const requests = coldRequests(generatedNames(size));
	const floors: number[] = [];
	const loads: number[] = [];
	const first = requests.map((): MeasuredRequest[] => []);
	for (let round = 0; round < ROUNDS; round++) {
		floors.push(inFreshProcess(["--input-type=module", "--eval", FLOOR]));
		for (const [i, [, url]] of requests.entries()) {
			const measured = measureRequests(handler, tree, [url]);
			loads.push(measured.load);
			first[i]?.push(...measured.requests);
		}
	}
	const floor = median(floors);
	const times = (cpu: number[]): string => (median(cpu) / floor).toFixed(1);
	const title = `${size} clips; first request, as a multiple of the baseline (${floor.toFixed(1)} ms)`;
	printFigures(title, [
		["loading the code, in each", times(loads)],
		...requests.map(([title], i): [string, string] => {
			const runs = first[i] ?? [];
			const [{ status = 0, count = 0, files = 0, bytes = 0 } = {}] = runs;
			const read = `${files} files, ${(bytes / 1000).toFixed(0)} KB; ${status}, ${count} clips`;
			return [title, `${times(runs.map(({ cpu }) => cpu))}  (${read})`];
		}),
	]);
}

/** Requests for pages of the listing, and a search of each kind. */
function coldRequests(names: readonly string[]): [title: string, url: string][] {
	const url = (searched: string[], page: number): string =>
		pageUrl("https://example.com", { ...NO_QUERY, names: searched }, page);
	return [
		["listing, first page", url([], 1)],
		["listing, deep page", url([], Math.ceil(names.length / 15))],
		...generatedQueries(names, 1).map(({ kind, query }): [string, string] => {
			return [`${kind}: ${query}`, url([query], 1)];
		}),
	];
}

/** How many queries of each kind warm up, and how many are measured. */
const FIRST = 50;
const MEASURED = 500;

export async function benchSearch(folder: string, size: number): Promise<void> {
	const tree = await buildTree(folder, size);
	const names = generatedNames(size);
	const first = generatedQueries(names, FIRST, 3);
	const measured = generatedQueries(names, MEASURED, 2);
	const urls = [...first, ...measured].map(({ query }) =>
		pageUrl("http://localhost", { ...NO_QUERY, names: [query] }, 1),
	);
	const costs = measureRequests(writeHandler(folder), tree, urls).requests.slice(first.length);
	const failed = costs.filter(({ status }) => status !== 200).length;
	const milliseconds = costs.map(({ cpu }) => cpu);
	printFigures(`${size} clips, ${costs.length} queries, ${failed} refused; p50 / p99 / max`, [
		["CPU, ms", spread(milliseconds, 2)],
		...[...new Set(measured.map(({ kind }) => kind))].map((kind): [string, string] => {
			const ofKind = milliseconds.filter((_, i) => measured[i]?.kind === kind);
			return [`  ${kind}`, spread(ofKind, 2)];
		}),
		["files read", spread(costs.map(({ files }) => files))],
		["KB read", spread(costs.map(({ bytes }) => bytes / 1000))],
	]);
}
