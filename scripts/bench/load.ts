/** Puts load on a server: which paths are asked for, of which servers, and how many answers come back. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedNames, generatedQueries } from "../../test/fixtures/generated-names.ts";
import { freePort, type RunningServer, startServer } from "../../test/hosts/server.ts";
import { binaryOf, type DebianEngine, NGINX } from "../../test/hosts/tools.ts";
import { UserError } from "../console/user-error.ts";
import { NO_QUERY, pageUrl } from "../contract/links.ts";
import { serverFile } from "../hosts/server/server-file.ts";

const WRK: DebianEngine = { name: "wrk", debian: "wrk", binary: "wrk" };

export const FILE = "/v1/instants/page/1.json";

export const LISTING = Array.from({ length: 100 }, (_, i) => pageUrl("", NO_QUERY, i + 1));

/** Searches for words of names, and for two of them. */
export function searches(size: number): string[] {
	return generatedQueries(generatedNames(size), 50)
		.filter(({ query }) => query.split(" ").length <= 2)
		.map(({ query }) => pageUrl("", { ...NO_QUERY, names: [query] }, 1));
}

/** nginx with one worker, which serves the files of a tree. */
export async function startNginx(folder: string, tree: string): Promise<RunningServer> {
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

/** The server file of a tree. */
export async function startOurs(folder: string, tree: string): Promise<RunningServer> {
	const port = await freePort();
	const file = join(folder, "server.cjs");
	writeFileSync(file, serverFile("tree").text);
	return startServer(process.execPath, [file, tree], port, { PORT: String(port) });
}

/** Where a program is. Throws a UserError if it is not installed. */
export function needed(engine: DebianEngine): string {
	const binary = binaryOf(engine);
	if (binary === undefined) throw new UserError(`install ${engine.debian} for this`);
	return binary;
}

export interface Speed {
	/** Answers a second. */
	readonly rate: number;
	/** The time within which 99 % of the answers came, in milliseconds. */
	readonly p99: number;
}

const MILLISECONDS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

/** Asks for the paths by turns, over 32 connections, for two seconds. Throws if any answer is an error. */
export function speedOf(
	folder: string,
	origin: string,
	paths: readonly string[],
	options: readonly string[] = [],
): Speed {
	const script = join(folder, "paths.lua");
	const list = paths.map((path) => JSON.stringify(path)).join(",");
	writeFileSync(
		script,
		`local paths, i = {${list}}, 0
		function request() i = i + 1; return wrk.format("GET", paths[i % #paths + 1]) end`,
	);
	// A script slows wrk down, so that a single path goes without.
	const target = paths.length === 1 ? [origin + paths[0]] : ["-s", script, origin];
	const args = ["-t1", "-c32", "-d2", "--latency", "--timeout", "60", ...options, ...target];
	const said = execFileSync(needed(WRK), args, { encoding: "utf8" });
	if (/Non-2xx/.test(said)) throw new Error(said);
	const [, time, unit = ""] = /99%\s+([\d.]+)(us|ms|s|m)\b/.exec(said) ?? [];
	return {
		rate: Number(/Requests\/sec:\s*([\d.]+)/.exec(said)?.[1]),
		p99: Number(time) * (MILLISECONDS[unit] ?? Number.NaN),
	};
}
