/** `instants check`: lists every problem of a catalogue without building anything. */
import { type Command, Option } from "commander";
import { type ReadOptions, readCatalogue } from "./catalogue/catalogue.ts";
import { CatalogueError, type Problem, problemLine } from "./catalogue/problems.ts";
import { clipsText, withoutUsers } from "./console/text.ts";

interface CheckFlags extends Pick<ReadOptions, "media"> {
	readonly data: string;
	readonly json?: boolean;
}

export function define(command: Command): void {
	command
		.option("--data <folder>", "the catalogue", "data")
		.addOption(
			new Option("--media <where>", "remote: the media are hosted elsewhere; do not check them")
				.choices(["local", "remote"])
				.default("local"),
		)
		.option("--json", "print the result as one JSON object")
		.action(check);
}

async function check({ data, media, json = false }: CheckFlags): Promise<void> {
	const count = { clips: 0, removed: 0 };
	const onRecord: ReadOptions["onRecord"] = (record) => {
		count["removed" in record ? "removed" : "clips"]++;
	};
	const { problems, warnings } = await readCatalogue(data, { media, onRecord }).then(
		({ warnings }) => ({ problems: [], warnings }),
		(error) => {
			if (!(error instanceof CatalogueError)) throw error;
			return { problems: error.problems, warnings: [] };
		},
	);
	if (json) {
		const [found, noted] = [problems, warnings].map((list) => list.map(jsonOf));
		console.log(withoutUsers(JSON.stringify({ ...count, problems: found, warnings: noted })));
	} else {
		for (const warning of warnings) console.error(`warning: ${problemLine(warning)}`);
	}
	if (problems.length > 0) throw new CatalogueError(problems, "");
	if (json) return;
	const removed = count.removed === 0 ? "" : ` and ${count.removed} removed`;
	console.log(`${data}: ${clipsText(count.clips)}${removed}, no problems.`);
}

/** The problem as an object for JSON, which leaves out undefined fields. */
function jsonOf({ place, field, value, message, fix, other }: Problem): object {
	const { file, line } = place;
	const see = other && { file: other.file, line: other.line };
	return { file, line, field, value, problem: message, fix, other: see };
}
