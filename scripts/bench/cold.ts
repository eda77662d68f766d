/**
 * What the first request costs: hosts at the edge start a new process for many of them, where all code
 * runs for the first time and nothing is in memory. Each request gets a Node of its own, with the
 * handler bundled as for the hosts and files from the disk, and is measured in CPU of all its threads,
 * as a multiple of the floor: one `URL` and one SHA-256 digest in such a process. The kinds take turns, and the
 * figures are medians. Loading the bundle has a figure of its own, so that no work can hide there.
 */
import { fileURLToPath } from "node:url";
import { generatedNames } from "../../test/fixtures/generated-names.ts";
import { NO_QUERY, pageUrl } from "../contract/links.ts";
import { buildTree, inTemporaryFolder } from "./catalogue.ts";
import { median, printFigures } from "./figures.ts";
import {
	inFreshProcess,
	type MeasuredRequest,
	measureRequests,
	writeHandler,
} from "./fresh-process.ts";

const ROUNDS = 7;
const FLOOR = fileURLToPath(new URL("cold-floor.mjs", import.meta.url));

/** Measures at each size, and prints. */
export async function benchCold(sizes: readonly number[]): Promise<void> {
	for (const size of sizes) {
		await inTemporaryFolder(async (folder) => {
			benchTree(folder, await buildTree(folder, size), size);
		});
	}
}

function benchTree(folder: string, tree: string, size: number): void {
	const handler = writeHandler(folder);
	const requests = coldRequests(generatedNames(size));
	const floors: number[] = [];
	const loads: number[] = [];
	const first = requests.map((): MeasuredRequest[] => []);
	for (let round = 0; round < ROUNDS; round++) {
		floors.push(inFreshProcess([FLOOR]));
		for (const [i, [, url]] of requests.entries()) {
			const { load, requests } = measureRequests(handler, tree, [url]);
			loads.push(load);
			first[i]?.push(...requests);
		}
	}
	const floor = median(floors);
	const times = (cpu: number[]): string => (median(cpu) / floor).toFixed(1);
	printFigures(
		`${size} clips; first request, as a multiple of the floor (${floor.toFixed(1)} ms)`,
		[
			["loading the code, in each", times(loads)],
			...requests.map(([title], i): [string, string] => {
				const runs = first[i] ?? [];
				const [{ status = 0, count = 0, files = 0, bytes = 0 } = {}] = runs;
				const read = `${files} files, ${(bytes / 1000).toFixed(0)} KB`;
				return [
					title,
					`${times(runs.map(({ cpu }) => cpu))}  (${read}; ${status}, ${count} clips)`,
				];
			}),
		],
	);
}

/** What is asked of a catalogue of these names. */
function coldRequests(names: readonly string[]): [title: string, url: string][] {
	const counts = new Map<string, number>();
	for (const name of names) {
		for (const word of new Set(name.match(/[A-Z][a-z]{2,}/g))) {
			counts.set(word, (counts.get(word) ?? 0) + 1);
		}
	}
	const words = [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
	const [first = "", second = "", third = ""] = words;
	const tenth = words[9] ?? "";
	const rare = words.at(-1) ?? "";
	const isRare = (word: string): boolean => counts.get(word) === 1;
	const mixed = names
		.map((name) => name.split(" "))
		.find((all) => all.includes(third) && all.some(isRare));
	const queries = [
		["common word", first],
		["common word", third],
		["common word", tenth],
		["rare word", rare],
		["three letters", first.slice(0, 3)],
		["common and common", `${first} ${second}`],
		["common and common", `${third} ${tenth}`],
		["three letters, twice", `${first.slice(0, 3)} ${second.slice(0, 3)}`],
		["common and rare", `${third} ${mixed?.find(isRare)}`],
		["accents", "éàü"],
	] as const;
	const url = (searched: string[], page: number): string =>
		pageUrl("https://example.com", { ...NO_QUERY, names: searched }, page);
	return [
		["listing, first page", url([], 1)],
		["listing, deep page", url([], Math.ceil(names.length / 15))],
		...queries.map(([kind, query]): [string, string] => [
			`${kind}: ${query.toLowerCase()}`,
			url([query.toLowerCase()], 1),
		]),
	];
}
