/**
 * How many requests a second the server file answers, beside nginx with one worker and a bare file, and
 * what a page costs the handler alone. Needs nginx and wrk. All rates are the best of three rounds.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedNames, generatedQueries } from "../../test/fixtures/generated-names.ts";
import { freePort, type RunningServer, startServer } from "../../test/hosts/server.ts";
import { binaryOf, type DebianEngine, NGINX } from "../../test/hosts/tools.ts";
import { UserError } from "../console/user-error.ts";
import { NO_QUERY, pageUrl } from "../contract/links.ts";
import { handle } from "../edge/handler.ts";
import { serverFile } from "../hosts/server/server-file.ts";
import type { Asset } from "../tree/reading.ts";
import { buildTree, inTemporaryFolder } from "./catalogue.ts";
import { cpuOf, printFigures } from "./figures.ts";

const WRK: DebianEngine = { name: "wrk", debian: "wrk", binary: "wrk" };
const ROUNDS = 3;
const FILE = "/v1/instants/page/1.json";
const LISTING = Array.from({ length: 100 }, (_, i) => pageUrl("", NO_QUERY, i + 1));

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
					rates[i] = Math.max(rates[i] ?? 0, rateOf(folder, origin, paths, options));
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

/** Searches for words of names, and for two of them. */
function searches(size: number): string[] {
	return generatedQueries(generatedNames(size), 50)
		.filter(({ query }) => query.split(" ").length <= 2)
		.map(({ query }) => pageUrl("", { ...NO_QUERY, names: [query] }, 1));
}

async function startNginx(folder: string, tree: string): Promise<RunningServer> {
	const port = await freePort();
	const config = join(folder, "nginx.conf");
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
	const paths = temporary.map((kind) => `${kind}_temp_path temp_${kind};`).join(" ");
	const site = `server { listen 127.0.0.1:${port}; root ${tree}; open_file_cache max=1000; }`;
	writeFileSync(config, `events {} http { access_log off; ${paths} ${site} }`);
	const foreground = `daemon off; master_process off; pid ${folder}/nginx.pid;`;
	return startServer(
		needed(NGINX),
		["-p", folder, "-c", config, "-e", "stderr", "-g", foreground],
		port,
	);
}

async function startOurs(folder: string, tree: string): Promise<RunningServer> {
	const port = await freePort();
	const file = join(folder, "server.cjs");
	writeFileSync(file, serverFile("tree").text);
	return startServer(process.execPath, [file, tree], port, { PORT: String(port) });
}

function needed(engine: DebianEngine): string {
	const binary = binaryOf(engine);
	if (binary === undefined) throw new UserError(`install ${engine.debian} for this`);
	return binary;
}

/** Asks for the paths by turns, over 32 connections. */
function rateOf(
	folder: string,
	origin: string,
	paths: readonly string[],
	options: string[],
): number {
	const script = join(folder, "paths.lua");
	const list = paths.map((path) => JSON.stringify(path)).join(",");
	writeFileSync(
		script,
		`local paths, i = {${list}}, 0
		function request() i = i + 1; return wrk.format("GET", paths[i % #paths + 1]) end`,
	);
	// A script slows wrk down, so that a single path goes without.
	const target = paths.length === 1 ? [origin + paths[0]] : ["-s", script, origin];
	const args = ["-t1", "-c32", "-d2", ...options, ...target];
	const said = execFileSync(needed(WRK), args, { encoding: "utf8" });
	if (/Non-2xx/.test(said)) throw new Error(said);
	return Number(/Requests\/sec:\s*([\d.]+)/.exec(said)?.[1]);
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
