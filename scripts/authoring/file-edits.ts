/** Changes the files of a catalogue, each as a whole, and only if their records are valid afterwards. */
import { constants } from "node:buffer";
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { checkRecords } from "../catalogue/catalogue.ts";
import { CatalogueError } from "../catalogue/problems.ts";
import { UserError, withFile } from "../console/user-error.ts";

/** What becomes of the texts of files, by their paths. A file that does not exist yet has none. */
export type Changes = ReadonlyMap<string, (text: string) => string>;

interface Draft {
	readonly file: string;
	/** Where the new text is until it is checked. */
	readonly written: string;
	/** Undefined for a new file. */
	readonly before: Stats | undefined;
}

/**
 * Replaces the files once all are written, and their new records have been read and found valid; whether their
 * slugs are free is for the caller to know. Throws a CatalogueError, or a UserError if another program changed
 * one of the files meanwhile; then all files are as before.
 */
export async function editCatalogue(changes: Changes): Promise<void> {
	const drafts: Draft[] = [];
	try {
		for (const [file, change] of changes) {
			const before = statSync(file, { throwIfNoEntry: false });
			refuseHuge(file, before?.size ?? 0);
			const old = before && readFileSync(file, "utf8");
			const text = change(old ?? "");
			if (text === old) continue;
			const draft = { file, written: draftPath(file), before };
			drafts.push(draft);
			write(draft, text);
		}
		for (const draft of drafts) await refuseInvalid(draft);
		for (const draft of drafts) refuseChanged(draft);
		for (const { file, written } of drafts) replaceBy(file, written);
	} finally {
		for (const { written } of drafts) rmSync(written, { force: true });
	}
}

function refuseHuge(file: string, size: number): void {
	const most = constants.MAX_STRING_LENGTH;
	if (size <= most) return;
	throw new UserError(
		`${file}: has ${size} bytes, and files of at most ${most} can be changed; split it into two files`,
	);
}

function write({ file, written, before }: Draft, text: string): void {
	try {
		writeFileSync(written, text, { flag: "wx", mode: before?.mode, flush: true });
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

function refuseChanged({ file, before }: Draft): void {
	const now = statSync(file, { throwIfNoEntry: false });
	if (now?.size === before?.size && now?.mtimeMs === before?.mtimeMs) return;
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
