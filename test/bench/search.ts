/**
 * Measures searches through the whole handler: CPU time, and the files and bytes read. One new process answers
 * all of them, as a server does, and caches what it uses often.
 */
import { NO_QUERY, pageUrl } from "../../scripts/contract/links.ts";
import { generatedNames, generatedQueries } from "../fixtures/generated-names.ts";
import { buildTree } from "./catalogue.ts";
import { printFigures, spread } from "./figures.ts";
import { measureRequests, writeHandler } from "./requests.ts";

/** Queries of each kind: to warm up, and to measure. */
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
