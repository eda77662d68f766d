/** A failure that is the user's to mend: its message says what, and the fix; no stack trace helps. */
export class UserError extends Error {
	/** What the command ends with: the data or the work failed. */
	readonly exitCode: number = 1;
}

/** The command was called wrongly: options that are wrong, or do not go together. */
export class UsageError extends UserError {
	override readonly exitCode = 2;
}
