/**
 * `instants measure`: measures how long and how loud the sounds of a catalogue are, and writes the results to it.
 */
import type { Command } from "commander";
import { measureCatalogue } from "./authoring/measuring.ts";
import { problemLine } from "./catalogue/problems.ts";
import { interruptible } from "./console/interrupt.ts";
import { clipsText } from "./console/text.ts";

interface MeasureFlags {
	data: string;
	all?: boolean;
}

export function define(command: Command): void {
	command
		.option("--data <folder>", "the catalogue", "data")
		.option("--all", "measure all sounds, even those measured before")
		.action(async ({ data, all = false }: MeasureFlags) => {
			const { changed, elsewhere, problems } = await interruptible(
				`${data} is unchanged`,
				(_, { show }) => measureCatalogue(data, all, show),
			);
			console.log(`Measured ${clipsText(changed)} in ${data}.`);
			if (elsewhere > 0) {
				console.log(`Left out, because their sounds are not in ${data}: ${clipsText(elsewhere)}.`);
			}
			if (problems.length === 0) return;
			console.error("Not measured:");
			for (const problem of problems) console.error(`    ${problemLine(problem)}`);
			process.exitCode = 1;
		});
}
