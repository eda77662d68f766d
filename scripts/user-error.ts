/** A failure that is the user's to mend: its message says what, and the fix; no stack trace helps. */
export class UserError extends Error {}
