/** `npm run mirror`: copies a published tree or the catalogue of a live server, and verifies copies. */
import type { Command } from "commander";
import { command, run } from "./console/command.ts";
import { baseUrl, wholeNumber } from "./console/options.ts";
import {
	type MirrorFlags,
	mirrorCommand,
	type VerifyFlags,
	verifyCommand,
} from "./mirror/commands.ts";

function withSharedOptions(to: Command): Command {
	return to
		.option("--concurrency <n>", "files to fetch at a time", wholeNumber(1, 64), 4)
		.option("--media", "fetch media/ again after --no-media")
		.option("--no-media", "leave out media/, in this and later runs")
		.option("--delete", "delete files in <dir> that belong to no release")
		.option("--follow", "follow links and redirects to other origins")
		.option(
			"--timeout <seconds>",
			"close a connection after this much silence",
			wholeNumber(1, 3600),
			30,
		)
		.option("--json", "print one JSON object per line");
}

const program = withSharedOptions(
	command("mirror", "Copy a published tree, or the catalogue of any server of this API.")
		.argument("<url>", "the source", baseUrl)
		.argument("<dir>", "the folder to copy into, created if needed"),
)
	.option("--dry-run", "show what would be done, and change nothing")
	.enablePositionalOptions()
	.action((url: string, dir: string, flags: MirrorFlags) => mirrorCommand(url, dir, flags));

withSharedOptions(
	program
		.command("verify")
		.description(
			"Check a mirror without a network. Exit codes: 0 intact, 1 cannot be verified, 3 files that belong to no release, 4 files missing, 5 files corrupt.",
		)
		.argument("<dir>", "the mirror")
		.option("--fix <url>", "fetch missing and corrupt files from here", baseUrl),
).action((dir: string, flags: VerifyFlags) => verifyCommand(dir, flags));

await run(program);
