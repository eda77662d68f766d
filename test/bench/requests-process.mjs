/** Prints the cost of each request. Arguments: a module that exports `handle`, a tree and the URLs. */
import { readFileSync } from "node:fs";

const [module = "", tree = "", ...urls] = process.argv.slice(2);

let read = { files: 0, bytes: 0 };
/** @param {string} path */
async function asset(path) {
	const content = readFileSync(tree + path);
	read.files++;
	read.bytes += content.length;
	return content;
}

const { handle } = await import(module);
const requests = [];
for (const url of urls) {
	read = { files: 0, bytes: 0 };
	const request = { method: "GET", url, headers: { get: () => null } };
	const start = process.cpuUsage();
	const { status } = await handle(request, asset);
	const { user, system } = process.cpuUsage(start);
	requests.push({ cpu: (user + system) / 1000, ...read, status });
}
console.log(JSON.stringify(requests));
