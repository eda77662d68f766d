/**
 * Measures the first request of a new process, which hosts at the edge start often. Each request gets a new
 * Node, with the handler bundled as for the hosts and files from the disk. The figures are medians of CPU time
 * of all threads, as multiples of the floor: one `URL` and one SHA-256 digest in such a process. Loading the
 * bundle is measured apart, so that no work can hide there.
 */
import { NO_QUERY, pageUrl } from "../../scripts/contract/links.ts";
import { generatedNames, generatedQueries } from "../fixtures/generated-names.ts";
import { buildTree } from "./catalogue.ts";
import { median, printFigures } from "./figures.ts";
import { inFreshProcess, type MeasuredRequest, measureRequests, writeHandler } from "./requests.ts";

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
	const title = `${size} clips; first request, as a multiple of the floor (${floor.toFixed(1)} ms)`;
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
