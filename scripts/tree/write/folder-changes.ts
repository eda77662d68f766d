/** Renames and deletes folders that other programs may be looking into. */
import { renameSync, rmSync } from "node:fs";

/** What Windows says while a scanner, an indexer or a server has a file in a folder open. */
const IN_USE = ["EACCES", "EBUSY", "EPERM"];

/** The longest pause before another try, in milliseconds; all of them are twice as long. */
const LONGEST_PAUSE = 2000;

/** Renames a folder. Windows refuses while any file in it is open, so there it is tried for some seconds. */
export function renameFolder(from: string, to: string, platform = process.platform): void {
	for (let pause = 10; ; pause *= 2) {
		try {
			renameSync(from, to);
			return;
		} catch (error) {
			const { code = "" } = error as NodeJS.ErrnoException;
			if (platform !== "win32" || !IN_USE.includes(code) || pause > LONGEST_PAUSE) throw error;
		}
		wait(pause);
	}
}

/** Deletes a folder with all that is in it, if it exists. */
export function removeFolder(path: string): void {
	const retries = process.platform === "win32" ? { maxRetries: 10, retryDelay: 100 } : {};
	rmSync(path, { recursive: true, force: true, ...retries });
}

/** Without letting anything else happen, since a switch of folders must not be left half done. */
function wait(ms: number): void {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
