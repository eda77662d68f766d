/** Starts servers, and measures what their answers cost under load. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../scripts/console/user-error.ts";
import { NO_QUERY, pageUrl } from "../../scripts/contract/links.ts";
import { serverFile } from "../../scripts/hosts/server/host.ts";
import { generatedNames, generatedQueries } from "../fixtures/generated-names.ts";
import { freePort, type RunningServer, startServer } from "../hosts/server.ts";
import { binaryOf, type DebianEngine, NGINX } from "../hosts/tools.ts";

const WRK: DebianEngine = { name: "wrk", debian: "wrk", binary: "wrk" };
const ROUNDS = 3;

export const FILE = "/v1/instants/page/1.json";

export const LISTING = Array.from({ length: 100 }, (_, i) => pageUrl("", NO_QUERY, i + 1));

/** Paths of searches with this many words each, taken from names. */
export function searches(size: number, words: number): string[] {
	return generatedQueries(generatedNames(size), 50)
		.filter(({ query }) => query.split(" ").length === words)
		.map(({ query }) => pageUrl("", { ...NO_QUERY, names: [query] }, 1));
}

/** Starts nginx with one worker, which serves the files of a tree. */
export async function startNginx(folder: string, tree: string): Promise<RunningServer> {
	const port = await freePort();
	const config = join(folder, "nginx.conf");
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
	const paths = temporary.map((kind) => `${kind}_temp_path temp_${kind};`).join(" ");
	const site = `server { listen 127.0.0.1:${port}; root ${tree}; open_file_cache max=1000; }`;
	writeFileSync(config, `events {} http { access_log off; ${paths} ${site} }`);
	const foreground = `daemon off; master_process off; pid ${folder}/nginx.pid;`;
	const args = ["-p", folder, "-c", config, "-e", "stderr", "-g", foreground];
	return startServer(needed(NGINX), args, port);
}

/** Starts the server file of a tree. */
export async function startOurs(folder: string, tree: string): Promise<RunningServer> {
	const port = await freePort();
	const file = join(folder, "server.cjs");
	writeFileSync(file, serverFile("tree").text);
	return startServer(process.execPath, [file, tree], port, { PORT: String(port) });
}

/** The path of a program. Throws a UserError if it is not installed. */
export function needed(engine: DebianEngine): string {
	const binary = binaryOf(engine);
	if (binary === undefined) throw new UserError(`install ${engine.debian} for this`);
	return binary;
}

/** A server, and the paths to request from it. */
export interface Target {
	readonly server: RunningServer;
	readonly paths: readonly string[];
	/** The encoding that the client accepts. */
	readonly accept?: string | undefined;
}

/** What a server does under load. */
export interface Load {
	/** Answers per second. */
	readonly rate: number;
	/** The CPU time of an answer, in microseconds. Unlike the rate, it hardly changes on a busy machine. */
	readonly cpu: number;
}

/** The loads of all targets: the best figures of three rounds, in which the targets take turns. */
export function bestLoads(folder: string, targets: readonly Target[]): Load[] {
	const loads = targets.map((): Load => ({ rate: 0, cpu: Number.POSITIVE_INFINITY }));
	for (let round = 0; round < ROUNDS; round++) {
		for (const [i, target] of targets.entries()) {
			const { rate, cpu } = loadOf(folder, target);
			const best = loads[i] as Load;
			loads[i] = { rate: Math.max(best.rate, rate), cpu: Math.min(best.cpu, cpu) };
		}
	}
	return loads;
}

/** Sends requests over 32 connections for two seconds. Throws if any answer is an error. */
function loadOf(folder: string, { server, paths, accept }: Target): Load {
	const script = join(folder, "paths.lua");
	const list = paths.map((path) => JSON.stringify(path)).join(",");
	writeFileSync(
		script,
		`local paths, i = {${list}}, 0
		function request() i = i + 1; return wrk.format("GET", paths[i % #paths + 1]) end`,
	);
	// A script slows wrk down, and is not needed for a single path.
	const target = paths.length === 1 ? [server.origin + paths[0]] : ["-s", script, server.origin];
	const header = accept === undefined ? [] : ["-H", `Accept-Encoding: ${accept}`];
	const args = ["-t1", "-c32", "-d2", "--timeout", "60", ...header, ...target];
	const start = cpuTime(server.pid);
	const said = execFileSync(needed(WRK), args, { encoding: "utf8" });
	const cpu = cpuTime(server.pid) - start;
	if (/Non-2xx/.test(said)) throw new Error(said);
	return {
		rate: Number(/Requests\/sec:\s*([\d.]+)/.exec(said)?.[1]),
		cpu: cpu / Number(/(\d+) requests in/.exec(said)?.[1]),
	};
}

/** User and system time of a process so far, in microseconds. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function cpuTime(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
		.replace(/^.*\) /s, "")
		.split(" ");
	// The times are in hundredths of a second. `fields` begins with what the documentation calls field 3.
	return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
