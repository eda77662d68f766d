/** `npm run check`: lists every problem of a catalogue without building anything. */
import { Option } from "commander";
import { type ReadOptions, readCatalogue } from "./catalogue/catalogue.ts";
import { problemLine } from "./catalogue/problems.ts";
import { command, run } from "./console/command.ts";

const program = command("check", "Check a catalogue and list everything that is wrong with it.")
	.option("--data <folder>", "the catalogue", "data")
	.addOption(
		new Option("--media <where>", "remote: the media are elsewhere; do not check them")
			.choices(["local", "remote"])
			.default("local"),
	)
	.action(async ({ data, media }: { data: string; media: ReadOptions["media"] }) => {
		const count = { clips: 0, removed: 0 };
		const { warnings } = await readCatalogue(data, {
			media,
			onRecord: (record) => count["removed" in record ? "removed" : "clips"]++,
		});
		for (const warning of warnings) console.error(`warning: ${problemLine(warning)}`);
		const removed = count.removed === 0 ? "" : ` and ${count.removed} removed`;
		console.log(`${data}: ${count.clips} instants${removed}, no problems.`);
	});

await run(program);
