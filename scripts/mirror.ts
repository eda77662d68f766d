/** `npm run mirror`: copies a published tree, or the catalogue of any server of this API; and verifies copies. */
import type { Command } from "commander";
import { command, run } from "./console/command.ts";
import { baseUrl, wholeNumber } from "./console/options.ts";
import { type MirrorFlags, mirrorCommand } from "./mirror/command.ts";
import { type VerifyFlags, verifyCommand } from "./mirror/verify-command.ts";

/** Options that mean the same for both. */
function withSharedOptions(to: Command): Command {
	return to
		.option("--concurrency <n>", "files to fetch at a time", wholeNumber(1, 64), 4)
		.option("--media", "media/ is wanted again, after --no-media")
		.option("--no-media", "leave media/ out, now and in later runs")
		.option("--delete", "delete files in <dir> that are of no release")
		.option("--follow", "go where links and redirects to other origins lead")
		.option(
			"--timeout <seconds>",
			"silence after which a connection is given up",
			wholeNumber(1, 3600),
			30,
		)
		.option("--json", "one JSON object a line on standard output");
}

const program = withSharedOptions(
	command("mirror", "Copy a published tree, or the catalogue of any server of this API.")
		.argument("<url>", "what to copy", baseUrl)
		.argument("<dir>", "where to; made if it is not there"),
)
	.option("--dry-run", "say what would be done, and do nothing")
	.enablePositionalOptions()
	.action((url: string, dir: string, flags: MirrorFlags) => mirrorCommand(url, dir, flags));

withSharedOptions(
	program
		.command("verify")
		.description(
			"Check a mirror without a network. Ends with 0: whole; 1: cannot be verified; 3: files that are of no release; 4: files missing; 5: files corrupt.",
		)
		.argument("<dir>", "the mirror")
		.option("--fix <url>", "fetch what is missing or corrupt from here", baseUrl),
).action((dir: string, flags: VerifyFlags) => verifyCommand(dir, flags));

await run(program);
