/** `instants verify`: checks a mirror or a build without network access. */
import type { Command } from "commander";
import { verifyCommand } from "./mirror/commands.ts";

export function define(command: Command): void {
	command
		.argument("<dir>", "the mirror")
		.option("--json", "print the result as one JSON object")
		.addHelpText("after", "\nExit codes: 0 intact, 1 cannot be verified, 3 different.")
		.action(verifyCommand);
}
