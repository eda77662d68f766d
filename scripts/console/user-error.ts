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
