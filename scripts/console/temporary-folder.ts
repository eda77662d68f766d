/** Folders for files that a command needs only while it runs. They are deleted however the command ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Creates an empty folder in the system's folder for temporary files. `remove` deletes it; otherwise it is
 * deleted when the process ends.
 */
export function temporaryFolder(name: string): { readonly folder: string; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), `instants-${name}-`));
	const remove = (): void => {
		process.off("exit", remove);
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	};
	process.on("exit", remove);
	return { folder, remove };
}
