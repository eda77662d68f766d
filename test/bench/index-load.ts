/** Loads a full MiniSearch index as a client would; prints its size, the CPU and the heap it takes. */
import { readFileSync } from "node:fs";
import MiniSearch from "minisearch";
import { searchOptions } from "../../scripts/search/options.ts";
import { cpuOf } from "./figures.ts";

const [file = ""] = process.argv.slice(2);
const json = readFileSync(file, "utf8");
globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
let index: unknown;
const loading = await cpuOf(() => {
	index = MiniSearch.loadJSON(json, searchOptions);
});
globalThis.gc?.();
const heap = process.memoryUsage().heapUsed - before;
if (index === undefined) throw new Error("nothing was loaded");
console.log(
	`${(json.length / 1e6).toFixed(1)} MB of JSON, ${loading.toFixed(0)} ms CPU to load, ${(heap / 1e6).toFixed(0)} MB of heap`,
);
