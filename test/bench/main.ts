/** `npm run bench -- NAME`: measures, and prints what was measured. Figures of one run belong together. */
import { Argument } from "commander";
import { command, run } from "../../scripts/command.ts";
import { benchSearch } from "./search.ts";

const BENCHMARKS = { search: benchSearch } as const;

const program = command("bench", "Measure on this machine.")
	.addArgument(new Argument("<name>", "what").choices(Object.keys(BENCHMARKS)))
	.option("--sizes <list>", "catalogue sizes, comma-separated", "10000,100000,1000000")
	.action((name: keyof typeof BENCHMARKS, { sizes }: { sizes: string }) =>
		BENCHMARKS[name](sizes.split(",").map(Number)),
	);

await run(program);
