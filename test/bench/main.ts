/** `npm run bench -- NAME`: measures, and prints the figures. Compare only figures from the same run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Argument } from "commander";
import { command, run } from "../../scripts/console/command.ts";
import { wholeNumber } from "../../scripts/console/options.ts";
import { benchBuild } from "./build.ts";
import { benchPeers } from "./peers/peers.ts";
import { benchCold, benchSearch } from "./requests.ts";
import { benchServers } from "./servers.ts";

/** Each benchmark runs with a catalogue of one size, in an empty folder. */
const BENCHMARKS = {
	build: benchBuild,
	cold: benchCold,
	peers: benchPeers,
	search: benchSearch,
	servers: benchServers,
} as const;

const sizeList = (text: string): number[] => text.split(",").map(wholeNumber(1, 10_000_000));
const SIZES = [10_000, 100_000, 1_000_000];

const program = command("bench", "Measure on this machine.")
	.addArgument(new Argument("<name>", "what").choices(Object.keys(BENCHMARKS)))
	.option("--sizes <list>", "catalogue sizes, comma-separated", sizeList, SIZES)
	.action(async (name: keyof typeof BENCHMARKS, { sizes }: { sizes: number[] }) => {
		for (const size of sizes) {
			const folder = mkdtempSync(join(tmpdir(), "instants-bench-"));
			try {
				await BENCHMARKS[name](folder, size);
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		}
	});

await run(program);
// Servers that a failed benchmark leaves behind would keep this process alive.
process.exit();
