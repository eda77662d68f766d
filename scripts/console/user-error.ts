/** An error that the user can fix. The message says how, and is printed without a stack trace. */
export class UserError extends Error {
	/** The exit code of the command. */
	readonly exitCode: number = 1;

	/** What the command prints. */
	get report(): string {
		return `instants: ${this.message}`;
	}
}

/** The command was used wrongly: an option is invalid, or options contradict each other. */
export class UsageError extends UserError {
	override readonly exitCode = 2;
}

/**
 * Names the file of a failed system call, and says what to do: Node's errors do not, once a file is open.
 * Returns other errors as they are.
 */
export function withFile(path: string, error: unknown, fix: string): unknown {
	if (!(error instanceof Error && "syscall" in error) || "path" in error) return error;
	return new UserError(`${path}: ${error.message}; ${fix}`);
}
