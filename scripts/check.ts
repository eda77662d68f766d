/** `instants check`: lists every problem of a catalogue without building anything. */
import { type Command, Option } from "commander";
import { type ReadOptions, readCatalogue } from "./catalogue/catalogue.ts";
import { problemLine } from "./catalogue/problems.ts";

export function define(command: Command): void {
	command
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
}
