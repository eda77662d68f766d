/** What all commands share: how they treat arguments, failures and exit codes. */
import { Command, CommanderError } from "commander";
import { UserError } from "./user-error.ts";

/** Exit codes: the data or the work failed and the user was told; wrong usage. */
const FAILED = 1;
const USAGE = 2;

/** A command with the conventions of this project. */
export function command(name: string, description: string): Command {
	return new Command(name)
		.description(description)
		.allowExcessArguments(false)
		.showHelpAfterError("(--help lists the options)")
		.exitOverride();
}

/** Runs a command with this process's arguments and sets its exit code. */
export async function run(program: Command): Promise<void> {
	tolerateClosedPipe(process.stdout);
	tolerateClosedPipe(process.stderr);
	try {
		await program.parseAsync();
	} catch (error) {
		process.exitCode = explainFailure(error);
	}
}

/** A reader that has read enough (`| head`) is not a failure; the work goes on. */
function tolerateClosedPipe(stream: NodeJS.WriteStream): void {
	stream.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code !== "EPIPE") throw error;
	});
}

function explainFailure(error: unknown): number {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
	if (error instanceof UserError) {
		console.error(error.report);
		return error.exitCode;
	}
	// A failed system call (a full disk, a missing permission) names the path in its message.
	const isExpected = error instanceof Error && "syscall" in error;
	console.error(isExpected ? `instants: ${error.message}` : error);
	return FAILED;
}
