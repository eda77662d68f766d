/** `instants mirror`: copies a published tree or the catalogue of a live server, and keeps its releases. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { commandLine } from "./console/invocation.ts";
import { baseUrl, wholeNumber } from "./console/options.ts";
import { checkoutCommand, logCommand } from "./mirror/commands.ts";
import type { MirrorFlags } from "./mirror/mirror-command.ts";
import { isPublicKey } from "./signing/minisign.ts";
import { define as defineVerify, JSON_OPTION } from "./verify.ts";

function publicKey(text: string): string {
	if (isPublicKey(text)) return text;
	throw new InvalidArgumentError(`It must be a public key, as ${commandLine("keygen")} prints it.`);
}

export function define(command: Command): void {
	command
		.argument("<url>", "the source", baseUrl)
		.argument("<dir>", "the mirror: a symbolic link, beside a folder of releases")
		.option("--tree", "expect a published tree")
		.addOption(
			new Option("--crawl", "crawl the source as a live server").conflicts(["tree", "key"]),
		)
		.option("--concurrency <n>", "files to fetch at a time", wholeNumber(1, 64), 4)
		.option("--media", "fetch media/ again after --no-media")
		.option("--no-media", "leave out media/, in this and later runs")
		.option("--keep <n>", "how many releases to keep", wholeNumber(1, 1000), 3)
		.option("--recheck", "read all files again, and fetch those that are damaged")
		.option("--dry-run", "show what would be done, and change nothing")
		.option(
			"--follow-origin <url>",
			"follow links and redirects to this origin too; may be repeated",
			(url: string, others: readonly string[]) => [...others, baseUrl(url)],
			[] as readonly string[],
		)
		.option("--allow-shrink", "accept a source that has lost more than a tenth of the clips")
		.option("--allow-source", "accept another source than that of the release before")
		.option("--allow-rollback", "accept an older release than one that is here")
		.option("--key <key>", "the public key that releases must be signed with", publicKey)
		.option("--max-age <days>", "warn of a release that is older", wholeNumber(1, 36_500))
		.option("--max-files <n>", "refuse more files", wholeNumber(1, 100_000_000), 100_000)
		.option("--max-gigabytes <n>", "refuse more bytes", wholeNumber(1, 1_000_000), 20)
		.option(
			"--timeout <seconds>",
			"close a connection after this much silence",
			wholeNumber(1, 3600),
			30,
		)
		.option(...JSON_OPTION)
		.action(async (url: string, dir: string, flags: MirrorFlags) => {
			// The other commands work without a network, and what sends requests takes long to load.
			const { mirrorCommand } = await import("./mirror/mirror-command.ts");
			await mirrorCommand(url, dir, flags);
		});

	defineVerify(command.command("verify").description("Check a mirror without a network."));

	command
		.command("log")
		.description("List the releases that a mirror holds.")
		.argument("<dir>", "the mirror")
		.option(...JSON_OPTION)
		.action(logCommand);

	command
		.command("checkout")
		.description("Go back to another release that a mirror holds.")
		.argument("<dir>", "the mirror")
		.argument("<build>", "the first digits of its build, or its name in the log")
		.action(checkoutCommand);
}
