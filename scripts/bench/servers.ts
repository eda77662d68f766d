/**
 * How many requests a second the server file answers, beside nginx with one worker and a bare file, and
 * what a page costs the handler alone. Needs nginx and wrk. All rates are the best of three rounds.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunningServer } from "../../test/hosts/server.ts";
import { handle } from "../edge/handler.ts";
import type { Asset } from "../tree/reading.ts";
import { buildTree, inTemporaryFolder } from "./catalogue.ts";
import { cpuOf, printFigures } from "./figures.ts";
import { FILE, LISTING, searches, speedOf, startNginx, startOurs } from "./load.ts";

const ROUNDS = 3;

/** Measures at each size, and prints. */
export async function benchServers(sizes: readonly number[]): Promise<void> {
	for (const size of sizes) {
		await inTemporaryFolder(async (folder) => {
			const tree = await buildTree(folder, size);
			const [nginx, ours] = [await startNginx(folder, tree), await startOurs(folder, tree)];
			const targets: [string, RunningServer, readonly string[], string[]][] = [
				["nginx, a bare file", nginx, [FILE], []],
				["a file", ours, [FILE], []],
				["listing", ours, LISTING, []],
				["listing, compressed", ours, LISTING, ["-H", "Accept-Encoding: br"]],
				["search of one or two words", ours, searches(size), []],
			];
			const rates = targets.map(() => 0);
			for (let round = 0; round < ROUNDS; round++) {
				for (const [i, [, { origin }, paths, options]] of targets.entries()) {
					const { rate } = speedOf(folder, origin, paths, options);
					rates[i] = Math.max(rates[i] ?? 0, rate);
				}
			}
			await Promise.all([nginx.stop(), ours.stop()]);
			printFigures(`${size} clips; requests a second, and as a part of nginx`, [
				...targets.map(([title], i): [string, string] => [
					title,
					`${rates[i]?.toFixed(0)}, ${((rates[i] ?? 0) / (rates[0] ?? 1)).toFixed(2)}`,
				]),
				["CPU of the handler alone, a listing page", await handlerCpu(tree, LISTING)],
				["CPU of the handler alone, a search", await handlerCpu(tree, searches(size))],
			]);
		});
	}
}

/** CPU time of an answer, with all files in memory. */
async function handlerCpu(tree: string, paths: readonly string[]): Promise<string> {
	const files = new Map<string, Uint8Array>();
	const asset: Asset = async (path) => {
		const content = files.get(path) ?? readFileSync(join(tree, path));
		files.set(path, content);
		return content;
	};
	const headers = { get: () => null };
	const ask = async (times: number): Promise<void> => {
		for (let i = 0; i < times; i++) {
			const url = `http://localhost${paths[i % paths.length]}`;
			await handle({ method: "GET", url, headers }, asset);
		}
	};
	await ask(10_000);
	return `${((await cpuOf(() => ask(10_000))) / 10).toFixed(1)} µs`;
}
