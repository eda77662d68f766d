/** `instants verify`, which is `instants mirror verify` too: checks a mirror without a network. */
import type { Command } from "commander";
import { baseUrl } from "./console/options.ts";
import { verifyCommand } from "./mirror/commands.ts";
import { isPublicKey } from "./signing/minisign.ts";

function keyOrUrl(text: string): string {
	return isPublicKey(text) ? text : baseUrl(text);
}

export function define(command: Command): void {
	command
		.argument("<dir>", "the mirror")
		.option("--against <url|key>", "compare it with a source, or with a public key, too", keyOrUrl)
		.option("--json", "print the result as one JSON object")
		.addHelpText(
			"after",
			"\nExit codes: 0 intact, 1 cannot be verified, 3 different, also from what --against names.",
		)
		.action(verifyCommand);
}
