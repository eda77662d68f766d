/** `npm run mirror`: copies a published tree, or the catalogue of any server of this API. */
import { Option } from "commander";
import { baseUrl, command, run, wholeNumber } from "./command.ts";
import { type MirrorFlags, mirrorCommand } from "./mirror/command.ts";

const program = command(
	"mirror",
	"Copy a published tree, or the catalogue of any server of this API.",
)
	.addOption(
		new Option("--concurrency <n>", "files to fetch at a time")
			.argParser(wholeNumber(1, 64))
			.default(4),
	)
	.argument("<url>", "what to copy", baseUrl)
	.argument("<dir>", "where to; made if it is not there")
	.option("--media", "fetch media again, after --no-media")
	.option("--no-media", "leave media/ out, now and in later runs")
	.option("--delete", "delete files in <dir> that are not of the release", false)
	.option("--dry-run", "say what would be done, and do nothing", false)
	.option("--follow", "follow links and redirects to other origins", false)
	.option(
		"--timeout <seconds>",
		"silence after which a connection is given up",
		wholeNumber(1, 3600),
		30,
	)
	.option("--json", "one JSON object a line on standard output", false)
	.action((url: string, dir: string, flags: MirrorFlags) => mirrorCommand(url, dir, flags));

await run(program);
