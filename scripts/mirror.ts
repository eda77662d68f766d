/** `instants mirror`: copies a published tree into a folder. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { commandLine } from "./console/invocation.ts";
import { listOf, wholeNumber } from "./console/options.ts";
import { otherOrigins } from "./download/addresses.ts";
import { mirrorCommand } from "./mirror/commands.ts";
import { CHANGES, DEFAULTS } from "./mirror/run.ts";
import { isPublicKey } from "./signing/minisign.ts";

function publicKey(text: string): string {
	if (isPublicKey(text)) return text;
	throw new InvalidArgumentError(`It must be a public key, as ${commandLine("keygen")} prints it.`);
}

export function define(command: Command): void {
	command
		.argument("<url>", "the source")
		.argument("<dir>", "the mirror's folder")
		.option("--pages", "copy precomputed pages too, for hosts that run no code")
		.option("--exports", "also copy files that repeat the whole catalogue, such as all.ndjson")
		.option("--no-media", "leave out sounds and images")
		.option("--recheck", "read all files again, and fetch those that are damaged")
		.addOption(
			new Option("--follow-origin <url>", "allow redirects to this origin too; may be repeated")
				.argParser(otherOrigins)
				.default(DEFAULTS.followOrigin, "none"),
		)
		.addOption(
			new Option(
				"--allow <changes>",
				`accept what a run would otherwise refuse: shrink (loss of more than a tenth of the clips or media), source (another source), rollback (an older release)`,
			)
				.argParser(listOf(CHANGES))
				.default(DEFAULTS.allow, "none"),
		)
		.option("--key <key>", "the public key that releases must be signed with", publicKey)
		.option(
			"--max-gigabytes <n>",
			"the download limit per run, in GB",
			wholeNumber(1, 1_000_000),
			DEFAULTS.maxGigabytes,
		)
		.option("--json", "print the result as one JSON object")
		.addHelpText(
			"after",
			"\nExit codes: 0 done, 1 failed, 2 wrong usage, 6 partial, 7 locked, 8 refused.",
		)
		.action(mirrorCommand);
}
