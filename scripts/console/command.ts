/** How all commands handle arguments, errors and exit codes. */
import { inspect } from "node:util";
import { Command, CommanderError } from "commander";
import { commandLine } from "./invocation.ts";
import { printable, withoutUsers } from "./text.ts";
import { UserError, withFile } from "./user-error.ts";

/** Exit code: the data is wrong, or the work failed. */
const FAILED = 1;
/** Exit code: wrong usage. */
const USAGE = 2;

/** A command. Its subcommands inherit how it treats arguments and errors. */
export function command(name: string, description: string): Command {
	return new Command(name)
		.description(description)
		.allowExcessArguments(false)
		.enablePositionalOptions()
		.helpCommand(false)
		.configureHelp({ commandUsage: usage })
		.showHelpAfterError("(--help lists the options)")
		.configureOutput({ outputError: (text, write) => write(withoutUsers(text)) })
		.exitOverride();
}

/**
 * A command with subcommands.
 * @param subcommands their descriptions, by name
 * @param load loads the module of the subcommand that is run, which adds its arguments, options and action
 */
export function commandOf(
	name: string,
	description: string,
	subcommands: Readonly<Record<string, string>>,
	load: (name: string) => Promise<{ define(command: Command): void }>,
): Command {
	const program = command(name, description);
	for (const entry of Object.entries(subcommands)) program.command(entry[0]).description(entry[1]);
	return program.hook("preSubcommand", async (_, called) => {
		(await load(called.name())).define(called);
	});
}

/** The usage line in the help of a command. */
function usage(called: Command): string {
	const names: string[] = [];
	let program = called;
	for (; program.parent !== null; program = program.parent) names.unshift(program.name());
	// If the program has subcommands, `commandLine` adds its name.
	if (program.commands.length === 0) names.unshift(program.name());
	const [first = "", ...rest] = [...names, called.usage()];
	return commandLine(first, ...rest);
}

/** Runs a command with the arguments of this process, and sets the exit code. */
export async function run(program: Command): Promise<void> {
	tolerateClosedPipe(process.stdout);
	tolerateClosedPipe(process.stderr);
	await runWith(program, process.argv.slice(2));
}

/** Runs a command with these arguments, and sets the exit code of this process. */
export async function runWith(program: Command, args: readonly string[]): Promise<void> {
	try {
		await program.parseAsync(args, { from: "user" });
	} catch (error) {
		process.exitCode = explainFailure(error);
	}
}

/** A closed pipe (`| head`) is not an error. A full disk is, and is reported once. */
function tolerateClosedPipe(stream: NodeJS.WriteStream): void {
	stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
		if (code === "EPIPE" || process.exitCode === FAILED) return;
		process.exitCode = FAILED;
		if (stream !== process.stderr) console.error(`instants: standard output: ${message}`);
	});
}

function explainFailure(error: unknown): number {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
	const { path, syscall, message } = error as NodeJS.ErrnoException;
	const fault = path === undefined ? error : withFile(path, error);
	if (fault instanceof UserError) {
		// File names may contain control characters.
		console.error(fault.report.split("\n").map(printable).join("\n"));
		return fault.exitCode;
	}
	// The message of a failed system call says enough without a stack trace.
	const isPlain = syscall !== undefined;
	console.error(isPlain ? `instants: ${printable(message)}` : withoutUsers(inspect(error)));
	return FAILED;
}
