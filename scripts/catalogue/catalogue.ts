/** Reads a data folder into a checked catalogue, or into the list of everything that is wrong with it. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import fastGlob from "fast-glob";
import {
	type CatalogueRecord,
	checkRecord,
	explain,
	rightFields,
	type SharedFields,
} from "./instant.ts";
import { withLines } from "./locate.ts";
import { checkMedia, type MediaFile } from "./media.ts";
import { CatalogueError, inReadingOrder, type Place, type Problem } from "./problems.ts";
import { readRecords } from "./records.ts";
import { SlugPlaces } from "./slug-places.ts";

/** A catalogue without problems, but for its records. */
export interface Catalogue {
	/** Files to publish under `media/`; none when the media live elsewhere. */
	readonly media: readonly MediaFile[];
	/** What the owner should know, though it stops nothing. */
	readonly warnings: readonly Problem[];
}

export interface ReadOptions {
	/** `remote`: the media live elsewhere and are neither checked nor published. */
	readonly media: "local" | "remote";
	/** Takes the records by position: file order, then order within the file. Removed clips keep theirs. */
	readonly onRecord?: (record: CatalogueRecord) => void;
	/** Told now and then how many records were read, and how many of all bytes. May throw to stop. */
	readonly onProgress?: (records: number, bytes: number, allBytes: number) => void;
}

/**
 * Reads and checks `dataDir`. The records are passed on and not kept, since there may be millions; all
 * are right only if nothing is thrown. Throws a CatalogueError with every problem, in reading order.
 * https://github.com/mrmlnc/fast-glob#pattern-syntax
 */
export async function readCatalogue(dataDir: string, options: ReadOptions): Promise<Catalogue> {
	if (!(await isFolder(dataDir))) {
		const message = "is not a folder; name the folder of the catalogue with --data";
		throw new CatalogueError([{ place: { file: dataDir }, message }]);
	}
	const files = await catalogueFiles(dataDir);
	const checked = await checkRecords(dataDir, files, options);
	const media =
		options.media === "local"
			? await checkMedia(dataDir, checked.shared)
			: { files: [], problems: [], warnings: [] };
	// Not `push`: there may be more of them than a call takes arguments.
	const problems = [...checked.problems, ...checked.slugs.problems(), ...media.problems];

	const located = async (list: readonly Problem[]): Promise<Problem[]> =>
		inReadingOrder(await withLines(list));
	if (problems.length > 0) throw new CatalogueError(await located(problems));
	return {
		media: media.files,
		warnings: [...noFiles(dataDir, files), ...(await located(media.warnings))],
	};
}

async function isFolder(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isDirectory();
	} catch {
		return false;
	}
}

/** Catalogue files in the order that decides the order of the catalogue. */
async function catalogueFiles(dataDir: string): Promise<string[]> {
	const files = await fastGlob("**/*.{json,ndjson,jsonl}", {
		cwd: dataDir,
		ignore: ["media/**"],
		caseSensitiveMatch: false,
		// A link may lead out of the data, or round in circles.
		followSymbolicLinks: false,
	});
	return files.sort();
}

function noFiles(dataDir: string, files: readonly string[]): Problem[] {
	if (files.length > 0) return [];
	const message = "holds no .json, .ndjson or .jsonl file; the catalogue is empty";
	return [{ place: { file: dataDir }, message }];
}

/** What the records of all files came to. */
interface Checked {
	/** What is checked across records, of the faulty ones too; empty when the media live elsewhere. */
	readonly shared: SharedFields[];
	readonly slugs: SlugPlaces;
	readonly problems: Problem[];
}

async function checkRecords(
	dataDir: string,
	files: readonly string[],
	{ media, onRecord, onProgress }: ReadOptions,
): Promise<Checked> {
	const checked: Checked = { shared: [], slugs: new SlugPlaces(), problems: [] };
	const sizes = await Promise.all(
		files.map(async (name) => (await stat(join(dataDir, name))).size),
	);
	const allBytes = sizes.reduce((sum, size) => sum + size, 0);
	let read = 0;
	let bytes = 0;
	const add = (record: unknown, place: Place): void => {
		const result = checkRecord(record);
		const { data } = result;
		if (data === undefined) {
			for (const fault of explain(record, result.error)) checked.problems.push({ place, ...fault });
		} else {
			onRecord?.(data);
		}
		const shared = data === undefined ? rightFields(record, place) : { ...data, place };
		if (shared.slug !== undefined) checked.slugs.add(shared.slug, place, "removed" in shared);
		if (media === "local" && !("removed" in shared)) checked.shared.push(shared);
	};
	for (const name of files) {
		const file = join(dataDir, name);
		for await (const batch of readRecords(file)) {
			for (const reading of batch.readings) {
				if ("problem" in reading) checked.problems.push(reading.problem);
				else add(reading.found.record, reading.found.place);
			}
			read += batch.readings.length;
			bytes += batch.bytes;
			onProgress?.(read, bytes, allBytes);
		}
	}
	return checked;
}
