/** What all commands share: how arguments, failures and exit codes are treated. */
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { CatalogueError, problemLine } from "./catalogue/problems.ts";
import { BaseUrlError, parseBaseUrl } from "./publish/base-url.ts";
import { UserError } from "./user-error.ts";

/** Exit codes: done; the data or the work failed, and it was said; wrong usage. */
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

/** A reader that has read enough (`| head`) is no failure, and what is under way goes on. */
function toleratesClosedPipe(stream: NodeJS.WriteStream): void {
	stream.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code !== "EPIPE") throw error;
	});
}

/** Runs a command with this process's arguments and sets its exit code. */
export async function run(program: Command): Promise<void> {
	toleratesClosedPipe(process.stdout);
	toleratesClosedPipe(process.stderr);
	try {
		await program.parseAsync();
	} catch (error) {
		process.exitCode = explainFailure(error);
	}
}

function explainFailure(error: unknown): number {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
	if (error instanceof CatalogueError) {
		for (const problem of error.problems) console.error(problemLine(problem));
		const { length } = error.problems;
		console.error(`\n${length} problem${length === 1 ? "" : "s"}; nothing was written.`);
		return FAILED;
	}
	// A failed system call (a full disk, a missing permission) names the path in its message.
	const isExpected = error instanceof UserError || (error instanceof Error && "syscall" in error);
	console.error(isExpected ? `instants: ${error.message}` : error);
	return error instanceof UserError ? error.exitCode : FAILED;
}

/** A whole number, as an option's value, from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (!/^\d+$/.test(text) || value < least || value > most) {
			throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
		}
		return value;
	};
}

/** The name of a host on the internet, as an option's value. https://www.rfc-editor.org/rfc/rfc1123#section-2.1 */
export function domain(text: string): string {
	const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
	if (text.length > 253 || !new RegExp(`^(?:${label}\\.)+(?=[a-z])${label}$`, "i").test(text)) {
		throw new InvalidArgumentError("It must be a domain such as sounds.example.org.");
	}
	return text.toLowerCase();
}

/** A base URL, as an option's value. */
export function baseUrl(text: string): string {
	try {
		return parseBaseUrl(text);
	} catch (error) {
		if (error instanceof BaseUrlError) throw new InvalidArgumentError(`${error.message}.`);
		throw error;
	}
}
