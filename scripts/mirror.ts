/** `instants mirror`: copies a published tree or the catalogue of a live server, and keeps its releases. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { commandLine } from "./console/invocation.ts";
import { baseUrl, wholeNumber } from "./console/options.ts";
import { checkoutCommand, logCommand, mirrorCommand } from "./mirror/commands.ts";
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
		.option("--exports", "copy files that hold the whole catalogue once more, such as all.ndjson")
		.option("--no-media", "leave out sounds and images")
		.option("--recheck", "read all files again, and fetch those that are damaged")
		.addOption(
			new Option(
				"--follow-origin <url>",
				"allow redirects and media at this origin too; may be repeated",
			)
				.argParser((url, others: readonly string[]) => [...others, baseUrl(url)])
				.default(DEFAULTS.followOrigin, "none"),
		)
		.option(
			"--allow-shrink",
			"accept a source that has lost more than a tenth of its clips or media",
		)
		.option("--allow-source", "accept another source than that of the release before")
		.option("--allow-rollback", "accept an older release than one that is here")
		.option("--key <key>", "the public key that releases must be signed with", publicKey)
		.option("--max-files <n>", "refuse more files", wholeNumber(1, 100_000_000), DEFAULTS.maxFiles)
		.option(
			"--max-gigabytes <n>",
			"refuse more bytes",
			wholeNumber(1, 1_000_000),
			DEFAULTS.maxGigabytes,
		)
		.option(
			"--timeout <seconds>",
			"close a connection after this much silence",
			wholeNumber(1, 3600),
			DEFAULTS.timeout,
		)
		.option("--json", "print the result as one JSON object")
		.action(mirrorCommand);

	defineVerify(
		command.command("verify").description("Check a mirror or a build, without a network."),
	);

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
}
