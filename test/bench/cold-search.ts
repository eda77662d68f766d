/** One search in a process of its own; prints its CPU in milliseconds, the start of the process left out. */
import { searchNames } from "../../scripts/edge/search.ts";
import { parseSearch } from "../../scripts/search/query.ts";
import { cpuOf } from "./figures.ts";
import { searchOnlyTree } from "./search.ts";

const [folder = "", shards = "", count = "", query = ""] = process.argv.slice(2);
const tree = searchOnlyTree(folder, shards, Number(count));
const cost = await cpuOf(async () =>
	(await searchNames(tree, parseSearch(query))).ranking.best(10),
);
console.log(cost);
