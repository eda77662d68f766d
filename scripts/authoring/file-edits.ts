/** Changes the files of a catalogue, each as a whole, and only if their records are valid afterwards. */
import { constants } from "node:buffer";
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { checkRecords } from "../catalogue/catalogue.ts";
import { findCatalogueFiles } from "../catalogue/data-files.ts";
import { CatalogueError } from "../catalogue/problems.ts";
import { UserError, withFile } from "../console/user-error.ts";

/** What becomes of the texts of files, by their paths. A file that does not exist yet has none. */
export type Changes = ReadonlyMap<string, (text: string) => string>;

interface Draft {
	readonly file: string;
	/** Where the new text is until it is checked. */
	readonly written: string;
}

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
 * Replaces the files once all are written, and their new records have been read and found valid. Throws a
 * CatalogueError, or a UserError if another program changed any file of the catalogue since `before`, which may
 * have moved records or taken slugs; then all files are as they were.
 */
export async function editCatalogue(changes: Changes, before: Snapshot): Promise<void> {
	const drafts: Draft[] = [];
	try {
		const texts = [...changes.keys()].map((file) => [file, textOf(file)] as const);
		await refuseChanged(before);
		for (const [file, old] of texts) {
			const text = changes.get(file)?.(old ?? "") ?? "";
			if (text === old) continue;
			const draft = { file, written: draftPath(file) };
			drafts.push(draft);
			write(draft, text);
		}
		for (const draft of drafts) await refuseInvalid(draft);
		await refuseChanged(before);
		for (const { file, written } of drafts) replaceBy(file, written);
	} finally {
		for (const { written } of drafts) rmSync(written, { force: true });
	}
}

/** Undefined if the file does not exist. */
function textOf(file: string): string | undefined {
	const size = statSync(file, { throwIfNoEntry: false })?.size;
	const most = constants.MAX_STRING_LENGTH;
	if (size === undefined) return undefined;
	if (size <= most) return readFileSync(file, "utf8");
	throw new UserError(
		`${file}: has ${size} bytes, and files of at most ${most} can be changed; split it into two files`,
	);
}

function write({ file, written }: Draft, text: string): void {
	try {
		const mode = statSync(file, { throwIfNoEntry: false })?.mode;
		writeFileSync(written, text, { flag: "wx", mode, flush: true });
	} catch (error) {
		throw writeFault(file, error);
	}
}

/** The problems name the file that the owner knows. */
async function refuseInvalid({ file, written }: Draft): Promise<void> {
	const { problems } = await checkRecords([written], { media: "remote" });
	if (problems.length === 0) return;
	throw new CatalogueError(problems.map((each) => ({ ...each, place: { ...each.place, file } })));
}

function replaceBy(file: string, written: string): void {
	try {
		renameSync(written, file);
	} catch (error) {
		throw withFile(file, error);
	}
}

async function refuseChanged({ dataDir, files }: Snapshot): Promise<void> {
	const now = (await takeSnapshot(dataDir)).files;
	const file = [...files.keys(), ...now.keys()].find((path) => files.get(path) !== now.get(path));
	if (file === undefined) return;
	throw new UserError(
		`${file}: was changed by another program meanwhile, so nothing was written; run this again`,
	);
}

/**
 * Where a file is while it is written: hidden, so that nothing takes it for data, and with the end of its
 * name, which says how to read it.
 */
export function draftPath(file: string): string {
	return join(dirname(file), `.new-${randomBytes(4).toString("hex")}.${basename(file)}`);
}

/** Makes a failure to write a draft name the file that the draft stands for. */
export function writeFault(file: string, error: unknown): unknown {
	return withFile(file, error, " (nothing was changed)");
}
