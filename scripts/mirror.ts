/** `instants mirror`: copies a published tree or the catalogue of a live server, and keeps its releases. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { commandLine } from "./console/invocation.ts";
import { baseUrl, wholeNumber } from "./console/options.ts";
import {
	checkoutCommand,
	diffCommand,
	logCommand,
	mirrorCommand,
	purgeCommand,
} from "./mirror/commands.ts";
import { DEFAULTS } from "./mirror/run.ts";
import { isPublicKey } from "./signing/minisign.ts";
import { define as defineVerify } from "./verify.ts";

function publicKey(text: string): string {
	if (isPublicKey(text)) return text;
	throw new InvalidArgumentError(`It must be a public key, as ${commandLine("keygen")} prints it.`);
}

export function define(command: Command): void {
	command
		.argument("<url>", "the source")
		.argument("<dir>", "the mirror: a symbolic link, beside a folder of releases")
		.option("--tree", "expect a published tree")
		.addOption(
			new Option("--crawl", "crawl the source as a live server").conflicts(["tree", "key"]),
		)
		.option(
			"--concurrency <n>",
			"files to fetch at a time",
			wholeNumber(1, 64),
			DEFAULTS.concurrency,
		)
		.option("--keep <n>", "how many releases to keep", wholeNumber(1, 1000), DEFAULTS.keep)
		.option("--pages", "copy precomputed pages too, for hosts that run no code")
		.option("--no-media", "leave out sounds and images")
		.option("--recheck", "read all files again, and fetch those that are damaged")
		.option("--dry-run", "show what would be done, and change nothing")
		.option(
			"--follow-origin <url>",
			"follow links and redirects to this origin too; may be repeated",
			(url: string, others: readonly string[]) => [...others, baseUrl(url)],
			DEFAULTS.followOrigin,
		)
		.option("--allow-shrink", "accept a source that has lost more than a tenth of the clips")
		.option("--allow-source", "accept another source than that of the release before")
		.option("--allow-rollback", "accept an older release than one that is here")
		.option("--key <key>", "the public key that releases must be signed with", publicKey)
		.option("--max-age <days>", "warn of a release that is older", wholeNumber(1, 36_500))
		.option("--max-files <n>", "refuse more files", wholeNumber(1, 100_000_000), DEFAULTS.maxFiles)
		.option(
			"--max-gigabytes <n>",
			"refuse more bytes",
			wholeNumber(1, 1_000_000),
			DEFAULTS.maxGigabytes,
		)
		.option(
			"--max-hours <n>",
			"stop after so many hours; the next run goes on",
			wholeNumber(1, 500),
			DEFAULTS.maxHours,
		)
		.option(
			"--timeout <seconds>",
			"close a connection after this much silence",
			wholeNumber(1, 3600),
			DEFAULTS.timeout,
		)
		.option("--json", "print the result as one JSON object")
		.action(mirrorCommand);

	defineVerify(command.command("verify").description("Check a mirror without a network."));

	command
		.command("log")
		.description("List the releases that a mirror holds.")
		.argument("<dir>", "the mirror")
		.option("--json", "print them as one JSON array")
		.action(logCommand);

	command
		.command("checkout")
		.description("Go back to another release that a mirror holds.")
		.argument("<dir>", "the mirror")
		.argument("<build>", "the first digits of its build, or its name in the log")
		.option("--json", "print the result as one JSON object")
		.action(checkoutCommand);

	command
		.command("diff")
		.description("Say which clips were added, edited and removed between two releases.")
		.argument("<dir>", "the mirror")
		.argument("<a>", "a release, as for checkout")
		.argument("<b>", "a later one")
		.option("--json", "print the result as one JSON object")
		.action(diffCommand);

	command
		.command("purge")
		.description("Take a clip that its source has removed, and its media, out of all releases.")
		.argument("<dir>", "the mirror")
		.argument("<slug>", "the clip")
		.option("--json", "print the result as one JSON object")
		.action(purgeCommand);
}
