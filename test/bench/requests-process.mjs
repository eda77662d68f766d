/**
 * Prints the cost of loading the handler, and of each request after it. Arguments: a module that exports
 * `handle`, a tree and the URLs.
 */
import { readFileSync } from "node:fs";

const [module = "", tree = "", ...urls] = process.argv.slice(2);

/** @template T @param {() => Promise<T>} task */
async function cpuOf(task) {
	const start = process.cpuUsage();
	const result = await task();
	const { user, system } = process.cpuUsage(start);
	return { cpu: (user + system) / 1000, result };
}

let read = { files: 0, bytes: 0 };
/** @param {string} path */
async function asset(path) {
	const content = readFileSync(tree + path);
	read.files++;
	read.bytes += content.length;
	return content;
}

const load = await cpuOf(() => import(module));
const requests = [];
for (const url of urls) {
	read = { files: 0, bytes: 0 };
	const request = { method: "GET", url, headers: { get: () => null } };
	const { cpu, result } = await cpuOf(() => load.result.handle(request, asset));
	const { status, body } = result;
	requests.push({ cpu, ...read, status, count: JSON.parse(body).count });
}
console.log(JSON.stringify({ load: load.cpu, requests }));
