/** `npm run check`: every problem of a catalogue at once, without building anything. */
import { Option } from "commander";
import { type ReadOptions, readCatalogue } from "./catalogue/catalogue.ts";
import { problemLine } from "./catalogue/problems.ts";
import { command, run } from "./console/command.ts";

const program = command("check", "Check a catalogue and list everything that is wrong with it.")
	.option("--data <folder>", "the catalogue", "data")
	.addOption(
		new Option("--media <where>", "remote: the media live elsewhere; do not check them")
			.choices(["local", "remote"])
			.default("local"),
	)
	.action(async ({ data, media }: { data: string; media: ReadOptions["media"] }) => {
		const { instants, warnings } = await readCatalogue(data, { media });
		for (const warning of warnings) console.error(`warning: ${problemLine(warning)}`);
		console.log(`${data}: ${instants.length} instants, no problems.`);
	});

await run(program);
