/** Adds sounds to a catalogue as clips, all of them or none. */
import { constants, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CatalogueError, type Problem } from "../catalogue/problems.ts";
import type { OnProgress } from "../console/progress.ts";
import { clipsIn, type MissingMedium, soundsIn, type TagSource } from "./candidates.ts";
import { draftPath, editCatalogue, type Snapshot, takeSnapshot, writeFault } from "./file-edits.ts";
import { type FileToAdd, readHoldings } from "./holdings.ts";
import { type Candidate, type ImportPlan, planImport } from "./import-plan.ts";
import { extended, lastFile } from "./record-text.ts";

export interface ImportOptions {
	/** Plan everything and write nothing. */
	readonly dryRun?: boolean;
	/** May throw to stop. */
	readonly onProgress?: OnProgress;
}

export interface FolderOptions extends ImportOptions {
	/** Leave out what cannot be imported, such as files that do not begin as MP3s. */
	readonly skip?: boolean;
	/** Convert sounds that are not MP3s. */
	readonly convert?: boolean;
	/** Where tags come from; none by default. */
	readonly tags?: readonly TagSource[];
}

export interface Import extends ImportPlan {
	/** The file that gets the new records. */
	readonly file: string;
}

/**
 * Adds the MP3s in folders, with what their tags say. `skipped` says why files were left out. Throws a
 * CatalogueError with everything that is wrong with the catalogue, or with the files, unless bad ones are skipped.
 */
export async function importFolders(
	dataDir: string,
	folders: readonly string[],
	{ skip = false, convert = false, tags = [], ...options }: FolderOptions = {},
): Promise<Import & { skipped: Problem[] }> {
	const converted = convert ? mkdtempSync(join(tmpdir(), "instants-convert-")) : undefined;
	try {
		const { candidates, problems } = await soundsIn(folders, tags, converted);
		if (problems.length > 0 && !skip) {
			throw new CatalogueError(problems, "; nothing was written; with --skip, these are left out");
		}
		return { ...(await importClips(dataDir, candidates, options)), skipped: problems };
	} finally {
		if (converted !== undefined) rmSync(converted, { recursive: true, force: true });
	}
}

/**
 * Adds the clips of another data folder. A clip whose sound is missing is left out; one without its image is
 * added. Throws a CatalogueError if either catalogue is not valid.
 */
export async function importCatalogue(
	dataDir: string,
	source: string,
	options: ImportOptions = {},
): Promise<Import & { missing: MissingMedium[] }> {
	const { candidates, missing } = await clipsIn(source);
	return { ...(await importClips(dataDir, candidates, options)), missing };
}

/** Adds clips whose sounds the catalogue does not have yet. */
async function importClips(
	dataDir: string,
	candidates: readonly Candidate[],
	{ dryRun = false, onProgress = () => {} }: ImportOptions,
): Promise<Import> {
	const before = await takeSnapshot(dataDir);
	const holdings = await readHoldings(dataDir);
	const plan = {
		...(await planImport(candidates, holdings, onProgress)),
		file: await lastFile(dataDir),
	};
	if (!dryRun && plan.additions.length > 0) await write(before, plan, onProgress);
	return plan;
}

/** The records go last, so that a run that is killed leaves files that the next one takes as they are. */
async function write(
	before: Snapshot,
	{ additions, file: target }: Import,
	onProgress: OnProgress,
): Promise<void> {
	const files = additions.flatMap((addition) => addition.files);
	const made: string[] = [];
	try {
		for (const [i, file] of files.entries()) {
			onProgress("copying", i, files.length);
			made.push(await make(join(before.dataDir, "media"), file));
		}
		const records = additions.map(({ record }) => record);
		await editCatalogue(extended(target, records), before);
	} catch (error) {
		for (const file of made) rmSync(file, { force: true });
		throw error;
	}
}

/** Writes a whole file or nothing, and never replaces one. Returns its path. */
async function make(media: string, { path, read }: FileToAdd): Promise<string> {
	const target = join(media, path);
	const written = draftPath(target);
	try {
		mkdirSync(dirname(target), { recursive: true });
		await writeFile(written, await read());
		copyFileSync(written, target, constants.COPYFILE_EXCL);
		return target;
	} catch (error) {
		throw writeFault(target, error);
	} finally {
		rmSync(written, { force: true });
	}
}
