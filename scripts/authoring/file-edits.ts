/** Replaces whole files of a catalogue, and never overwrites changes that another program made in the meantime. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findCatalogueFiles } from "../catalogue/data-files.ts";
import { namingFile, UserError } from "../console/user-error.ts";

/** How the text of each file changes, by path. The text of a file that does not exist yet is empty. */
export type Changes = ReadonlyMap<string, (text: string) => string>;

/** The files of a catalogue at one point in time. */
export interface Snapshot {
	readonly dataDir: string;
	/** The size and modification time of each file, by path. */
	readonly files: ReadonlyMap<string, string>;
}

/** Must be called before the catalogue is read. */
export async function takeSnapshot(dataDir: string): Promise<Snapshot> {
	const files = new Map<string, string>();
	for (const name of (await findCatalogueFiles(dataDir)).names) {
		const file = join(dataDir, name);
		const stats = statSync(file, { throwIfNoEntry: false });
		if (stats !== undefined) files.set(file, `${stats.size} ${stats.mtimeMs}`);
	}
	return { dataDir, files };
}

/**
 * Replaces the files once all drafts are written. Throws a UserError and changes nothing if another program has
 * changed any catalogue file since `before`: that program may have moved records or taken slugs.
 */
export async function editCatalogue(changes: Changes, before: Snapshot): Promise<void> {
	/** The path of each file's draft. */
	const drafts = new Map<string, string>();
	try {
		await refuseChanged(before);
		for (const [file, change] of changes) {
			const old = existsSync(file) ? readFileSync(file, "utf8") : "";
			const text = change(old);
			if (text === old) continue;
			const written = draftPath(file);
			drafts.set(file, written);
			const mode = statSync(file, { throwIfNoEntry: false })?.mode;
			const write = (): void => writeFileSync(written, text, { flag: "wx", mode, flush: true });
			namingFile(file, write, UNCHANGED);
		}
		await refuseChanged(before);
		for (const [file, written] of drafts) namingFile(file, () => renameSync(written, file));
	} finally {
		for (const written of drafts.values()) rmSync(written, { force: true });
	}
}

/** Appended to the message if a draft cannot be written. */
export const UNCHANGED = " (nothing was changed)";

async function refuseChanged({ dataDir, files }: Snapshot): Promise<void> {
	const now = (await takeSnapshot(dataDir)).files;
	const file = [...files.keys(), ...now.keys()].find((path) => files.get(path) !== now.get(path));
	if (file === undefined) return;
	throw new UserError(
		`${file}: was changed by another program in the meantime, so nothing was written; run this again`,
	);
}

/** The path of a file while it is being written: hidden, so that it is not read as data. */
export function draftPath(file: string): string {
	return join(dirname(file), `.new-${randomBytes(4).toString("hex")}.${basename(file)}`);
}
