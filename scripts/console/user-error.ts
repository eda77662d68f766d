/** An error that the user can fix. The message says how to fix it, and is printed without a stack trace. */
export class UserError extends Error {
	/** The exit code of the command. */
	readonly exitCode: number = 1;

	get report(): string {
		return `instants: ${this.message}`;
	}
}

/** The command was used wrongly: an option is invalid, or options contradict each other. */
export class UsageError extends UserError {
	override readonly exitCode = 2;
}

const ACCESS = "change its permissions";
/** A disk can also run out of inodes, with many small files. */
const ROOM = "free up space there (df -h and df -i show what is full)";

const FIXES: Readonly<Record<string, string>> = {
	EACCES: ACCESS,
	EPERM: ACCESS,
	EROFS: "remount it read-write, or choose another location",
	ENOENT: "create its folder, or correct the name",
	EDQUOT: ROOM,
	ENOSPC: ROOM,
};

/**
 * Explains a failed system call. The message names the file that the user knows, whereas Node names a temporary
 * file or none, and says how to fix the problem. Returns other errors unchanged.
 * @param rest text after the fix: what else helps, and what is unchanged
 */
export function withFile(path: string, error: unknown, rest = ""): unknown {
	if (!(error instanceof Error && "syscall" in error)) return error;
	const { code = "", message } = error as NodeJS.ErrnoException;
	const why = message.replace(/, \w+(?: '.*)?$/s, "");
	const fix = FIXES[code] ?? "fix this and run the command again";
	return new UserError(`${path}: ${why}; ${fix}${rest}`);
}

/** If the work on a file fails, names the file in the error, as `withFile` does. */
export function namingFile<T>(path: string, work: () => T, rest?: string): T {
	try {
		return work();
	} catch (error) {
		throw withFile(path, error, rest);
	}
}
