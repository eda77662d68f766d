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
 * Names the file of a failed system call, and says what to do: Node's errors do not, once a file is open,
 * and nobody's do where it cannot be made though there is space. Returns other errors as they are.
 */
export function withFile(path: string, error: unknown, fix: string): unknown {
	if (!(error instanceof Error && "syscall" in error)) return error;
	if (!("path" in error)) return new UserError(`${path}: ${error.message}; ${fix}`);
	if (!("code" in error) || error.code !== "ENOSPC") return error;
	const why = "ENOSPC: there is no room for another file, or no inode left (df -i counts them)";
	return new UserError(`${path}: ${why}; ${fix}`);
}
