/** Changes the files of a catalogue, each as a whole, and never over what another program wrote meanwhile. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findCatalogueFiles } from "../catalogue/data-files.ts";
import { namingFile, UserError } from "../console/user-error.ts";

/** What becomes of the texts of files, by their paths. A file that does not exist yet has none. */
export type Changes = ReadonlyMap<string, (text: string) => string>;

/** The files of a catalogue at one time. */
export interface Snapshot {
	readonly dataDir: string;
	/** The size of each file and when it was written, by its path. */
	readonly files: ReadonlyMap<string, string>;
}

/** Take it before the catalogue is read. */
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
 * Replaces the files once all are written. Throws a UserError if another program changed any file of the
 * catalogue since `before`, which may have moved records or taken slugs; then all files are as they were.
 */
export async function editCatalogue(changes: Changes, before: Snapshot): Promise<void> {
	/** Where the new texts are until all are written. */
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

/** For failures to write a draft. */
export const UNCHANGED = " (nothing was changed)";

async function refuseChanged({ dataDir, files }: Snapshot): Promise<void> {
	const now = (await takeSnapshot(dataDir)).files;
	const file = [...files.keys(), ...now.keys()].find((path) => files.get(path) !== now.get(path));
	if (file === undefined) return;
	throw new UserError(
		`${file}: was changed by another program meanwhile, so nothing was written; run this again`,
	);
}

/** Where a file is while it is written: hidden, so that nothing takes it for data. */
export function draftPath(file: string): string {
	return join(dirname(file), `.new-${randomBytes(4).toString("hex")}.${basename(file)}`);
}
