/** A failure that the user can fix: the message names the cause and the fix, and a stack trace would not help. */
export class UserError extends Error {
	/** The command's exit code. 1: the data or the work failed. */
	readonly exitCode: number = 1;

	/** What the terminal shows. */
	get report(): string {
		return `instants: ${this.message}`;
	}
}

/** The command was called wrongly: an option is wrong, or options contradict each other. */
export class UsageError extends UserError {
	override readonly exitCode = 2;
}
