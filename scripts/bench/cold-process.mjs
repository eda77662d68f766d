/**
 * Runs in a process of its own, and prints what the first call of a function costs there.
 * Arguments: a module that exports `handle`, a tree and a URL.
 */
import { readFileSync } from "node:fs";

const [module = "", tree = "", url = ""] = process.argv.slice(2);

/** @template T @param {() => Promise<T>} task */
async function cpuOf(task) {
	const start = process.cpuUsage();
	const result = await task();
	const { user, system } = process.cpuUsage(start);
	return { cpu: (user + system) / 1000, result };
}

let files = 0;
let bytes = 0;
/** @param {string} path */
async function asset(path) {
	const content = readFileSync(tree + path);
	files++;
	bytes += content.length;
	return content;
}

const load = await cpuOf(() => import(module));
const request = { method: "GET", url, headers: { get: () => null } };
const { cpu, result } = await cpuOf(() => load.result.handle(request, asset));
const { status, body } = result;
console.log(
	JSON.stringify({ load: load.cpu, cpu, files, bytes, status, count: JSON.parse(body).count }),
);
