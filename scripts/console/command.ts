/** How all commands handle arguments, errors and exit codes. */
import { Command, CommanderError } from "commander";
import { UserError } from "./user-error.ts";

/** Exit code: the data is wrong, or the work failed. */
const FAILED = 1;
/** Exit code: the command was used wrongly. */
const USAGE = 2;

export function command(name: string, description: string): Command {
	return new Command(name)
		.description(description)
		.allowExcessArguments(false)
		.showHelpAfterError("(--help lists the options)")
		.exitOverride();
}

/** Runs a command with the arguments of this process, and sets the exit code. */
export async function run(program: Command): Promise<void> {
	tolerateClosedPipe(process.stdout);
	tolerateClosedPipe(process.stderr);
	try {
		await program.parseAsync();
	} catch (error) {
		process.exitCode = explainFailure(error);
	}
}

/** A closed pipe (`| head`) is not an error. */
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
	// The message of a failed system call names the path, so it needs no stack trace.
	const isExpected = error instanceof Error && "syscall" in error;
	console.error(isExpected ? `instants: ${error.message}` : error);
	return FAILED;
}
