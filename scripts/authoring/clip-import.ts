/** Adds the sounds in folders to a catalogue as clips: either all of them or none. */
import { linkSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CatalogueError, type Problem } from "../catalogue/problems.ts";
import type { OnProgress } from "../console/progress.ts";
import { temporaryFolder } from "../console/temporary-folder.ts";
import { withFile } from "../console/user-error.ts";
import { fromTags, type TagSource } from "./candidates.ts";
import { draftPath, editCatalogue, type Snapshot, takeSnapshot, UNCHANGED } from "./file-edits.ts";
import { findSounds } from "./found-sounds.ts";
import { type FileToAdd, readHoldings } from "./holdings.ts";
import { emptyPlan, type ImportPlan, planImport } from "./import-plan.ts";
import { extended, lastFile } from "./record-text.ts";

export interface FolderOptions {
	/** Plan everything, but write nothing. */
	readonly dryRun?: boolean;
	/** May throw to stop the import. */
	readonly onProgress?: OnProgress;
	/** Stops a conversion. */
	readonly signal?: AbortSignal;
	/** Skip files that cannot be imported, such as files whose content is not MP3. */
	readonly skip?: boolean;
	/** Convert sounds that are not MP3s. */
	readonly convert?: boolean;
	/** Where tags come from; none by default. */
	readonly tags?: readonly TagSource[];
}

export interface Import extends ImportPlan {
	/** The file to which new records are added. */
	readonly file: string;
}

/**
 * Adds the MP3s in folders as clips, described by their tags. `skipped` says why files were skipped. Throws a
 * CatalogueError with all problems of the catalogue or, unless `skip` is set, of the files.
 */
export async function importFolders(
	dataDir: string,
	folders: readonly string[],
	{ skip, convert, tags = [], dryRun, onProgress, signal }: FolderOptions = {},
): Promise<Import & { skipped: Problem[] }> {
	// An invalid catalogue must be reported before an hour of conversion, not after it.
	const before = await takeSnapshot(dataDir);
	const holdings = await readHoldings(dataDir);
	const converted = convert ? temporaryFolder("convert") : undefined;
	try {
		const { sounds, problems } = await findSounds(folders, converted?.folder, signal);
		if (problems.length > 0 && !skip) {
			throw new CatalogueError(problems, "; nothing was written; --skip leaves these out");
		}
		const plan = emptyPlan();
		const candidates = sounds.map((sound) => fromTags(sound, tags));
		await planImport(candidates, holdings, plan, onProgress);
		const file = await lastFile(dataDir);
		if (!dryRun) await writeClips(plan.additions, file, before, onProgress);
		return { ...plan, file, skipped: problems };
	} finally {
		converted?.remove();
	}
}

/**
 * Writes all of these clips or none. The records are written last: if a run is killed before that, the next run
 * reuses the files that it left behind.
 */
export async function writeClips(
	additions: ImportPlan["additions"],
	target: string,
	before: Snapshot,
	onProgress?: OnProgress,
): Promise<void> {
	if (additions.length === 0) return;
	const files = additions.flatMap((addition) => addition.files);
	const made: string[] = [];
	try {
		for (const [i, file] of files.entries()) {
			onProgress?.("copying", i, files.length);
			made.push(await make(join(before.dataDir, "media"), file));
		}
		const records = additions.map(({ record }) => record);
		await editCatalogue(extended(target, records), before);
	} catch (error) {
		for (const file of made) rmSync(file, { force: true });
		throw error;
	}
}

/** Writes a whole file or nothing, even if the process is killed, and never replaces a file. Returns the path. */
async function make(media: string, { path, read }: FileToAdd): Promise<string> {
	const target = join(media, path);
	const written = draftPath(target);
	try {
		mkdirSync(dirname(target), { recursive: true });
		await writeFile(written, await read());
		giveName(written, target);
		return target;
	} catch (error) {
		throw withFile(target, error, UNCHANGED);
	} finally {
		rmSync(written, { force: true });
	}
}

/** Gives a file its final name, which must be free. Does not copy, because a copy would be incomplete for a while. */
function giveName(written: string, target: string): void {
	try {
		linkSync(written, target);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
		// Some file systems have no hard links.
		renameSync(written, target);
	}
}
