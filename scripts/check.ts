/** `instants check`: lists every problem of a catalogue without building anything. */
import { type Command, Option } from "commander";
import { type ReadOptions, readCatalogue } from "./catalogue/catalogue.ts";
import { CatalogueError, problemLine } from "./catalogue/problems.ts";

interface Given extends Pick<ReadOptions, "media"> {
	readonly data: string;
	readonly json?: boolean;
}

export function define(command: Command): void {
	command
		.option("--data <folder>", "the catalogue", "data")
		.addOption(
			new Option("--media <where>", "remote: the media are elsewhere; do not check them")
				.choices(["local", "remote"])
				.default("local"),
		)
		.option("--json", "print the result as one JSON object")
		.action(async (given: Given) => {
			try {
				await check(given);
			} catch (error) {
				if (given.json && error instanceof CatalogueError) {
					console.log(JSON.stringify({ problems: error.problems.map(problemLine) }));
				}
				throw error;
			}
		});
}

async function check({ data, media, json = false }: Given): Promise<void> {
	const count = { clips: 0, removed: 0 };
	const { warnings } = await readCatalogue(data, {
		media,
		onRecord: (record) => {
			count["removed" in record ? "removed" : "clips"]++;
		},
	});
	const lines = warnings.map(problemLine);
	if (json) return console.log(JSON.stringify({ ...count, problems: [], warnings: lines }));
	for (const line of lines) console.error(`warning: ${line}`);
	const removed = count.removed === 0 ? "" : ` and ${count.removed} removed`;
	console.log(
		`${data}: ${count.clips} ${count.clips === 1 ? "instant" : "instants"}${removed}, no problems.`,
	);
}
