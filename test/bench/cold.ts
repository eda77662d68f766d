/**
 * What the first request costs: hosts at the edge start a new process for many of them, where all code
 * runs for the first time and nothing is in memory. Each request gets a Node of its own, with the
 * handler bundled as for the hosts and files from the disk, and is measured in CPU of all its threads,
 * as a multiple of the floor: one `URL` and one SHA-256 digest in such a process. The kinds take turns, and the
 * figures are medians. Loading the bundle has a figure of its own, so that no work can hide there.
 */
import { NO_QUERY, pageUrl } from "../../scripts/contract/links.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
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
	const asked = coldRequests(generatedNames(size));
	const floors: number[] = [];
	const loads: number[] = [];
	const first = asked.map((): MeasuredRequest[] => []);
	for (let round = 0; round < ROUNDS; round++) {
		floors.push(inFreshProcess(["--input-type=module", "--eval", FLOOR]));
		for (const [i, [, url]] of asked.entries()) {
			const { load, requests } = measureRequests(handler, tree, [url]);
			loads.push(load);
			first[i]?.push(...requests);
		}
	}
	const floor = median(floors);
	const times = (cpu: number[]): string => (median(cpu) / floor).toFixed(1);
	const title = `${size} clips; first request, as a multiple of the floor (${floor.toFixed(1)} ms)`;
	printFigures(title, [
		["loading the code, in each", times(loads)],
		...asked.map(([title], i): [string, string] => {
			const runs = first[i] ?? [];
			const [{ status = 0, count = 0, files = 0, bytes = 0 } = {}] = runs;
			const read = `${files} files, ${(bytes / 1000).toFixed(0)} KB; ${status}, ${count} clips`;
			return [title, `${times(runs.map(({ cpu }) => cpu))}  (${read})`];
		}),
	]);
}

/** What is asked of a catalogue of these names. */
function coldRequests(names: readonly string[]): [title: string, url: string][] {
	const counts = new Map<string, number>();
	for (const name of names) {
		for (const word of new Set(name.match(/[A-Z][a-z]{2,}/g))) {
			counts.set(word, (counts.get(word) ?? 0) + 1);
		}
	}
	const words = [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word.toLowerCase());
	const [first = "", second = "", third = ""] = words;
	const tenth = words[9] ?? "";
	const queries = [
		["common word", first],
		["common word", tenth],
		["rare word", words.at(-1) ?? ""],
		["three letters", first.slice(0, 3)],
		["common and common", `${third} ${tenth}`],
		["common and rare", `${third} ${words.at(-1)}`],
		["three letters, twice", `${first.slice(0, 3)} ${second.slice(0, 3)}`],
		["accents", "éàü"],
	] as const;
	const url = (searched: string[], page: number): string =>
		pageUrl("https://example.com", { ...NO_QUERY, names: searched }, page);
	return [
		["listing, first page", url([], 1)],
		["listing, deep page", url([], Math.ceil(names.length / 15))],
		...queries.map(([kind, query]): [string, string] => [`${kind}: ${query}`, url([query], 1)]),
	];
}
