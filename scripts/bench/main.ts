/** `npm run bench -- NAME`: measures, and prints what was measured. Figures of one run belong together. */
import { Argument } from "commander";
import { command, run } from "../console/command.ts";
import { wholeNumber } from "../console/options.ts";
import { benchBuild } from "./build.ts";
import { benchCold } from "./cold.ts";
import { benchPeers } from "./peers/peers.ts";
import { benchSearch } from "./search.ts";
import { benchServers } from "./servers.ts";

const BENCHMARKS = {
	build: benchBuild,
	cold: benchCold,
	peers: benchPeers,
	search: benchSearch,
	servers: benchServers,
} as const;

function sizeList(text: string): number[] {
	return text.split(",").map(wholeNumber(1, 10_000_000));
}

const program = command("bench", "Measure on this machine.")
	.addArgument(new Argument("<name>", "what").choices(Object.keys(BENCHMARKS)))
	.option(
		"--sizes <list>",
		"catalogue sizes, comma-separated",
		sizeList,
		[10_000, 100_000, 1_000_000],
	)
	.option("--tags", "give the clips tags, for build and search", false)
	.action((name: keyof typeof BENCHMARKS, { sizes, tags }: { sizes: number[]; tags: boolean }) =>
		BENCHMARKS[name](sizes, tags),
	);

await run(program);
