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

/** A catalogue without problems. */
export interface Catalogue {
	/** By position: file order, then order within the file. Removed clips keep theirs. */
	readonly records: readonly CatalogueRecord[];
	/** Files to publish under `media/`; none when the media live elsewhere. */
	readonly media: readonly MediaFile[];
	/** What the owner should know, though it stops nothing. */
	readonly warnings: readonly Problem[];
}

export interface ReadOptions {
	/** `remote`: the media live elsewhere and are neither checked nor published. */
	readonly media: "local" | "remote";
	/** Told the number of records read so far, now and then. */
	readonly onProgress?: (records: number) => void;
}

/**
 * Reads and checks `dataDir`. Throws a CatalogueError with every problem, in reading order.
 * https://github.com/mrmlnc/fast-glob#pattern-syntax
 */
export async function readCatalogue(dataDir: string, options: ReadOptions): Promise<Catalogue> {
	if (!(await isFolder(dataDir))) {
		const message = "is not a folder; name the folder of the catalogue with --data";
		throw new CatalogueError([{ place: { file: dataDir }, message }]);
	}
	const files = await catalogueFiles(dataDir);
	const checked = await checkRecords(dataDir, files, options.onProgress);
	const media =
		options.media === "local"
			? await checkMedia(dataDir, checked.shared)
			: { files: [], problems: [], warnings: [] };
	// Not `push`: there may be more of them than a call takes arguments.
	const problems = [...checked.problems, ...duplicateSlugs(checked.shared), ...media.problems];

	const located = async (list: readonly Problem[]): Promise<Problem[]> =>
		inReadingOrder(await withLines(list));
	if (problems.length > 0) throw new CatalogueError(await located(problems));
	return {
		records: checked.records,
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
	readonly records: CatalogueRecord[];
	/** Of every record, the faulty ones too. */
	readonly shared: SharedFields[];
	readonly problems: Problem[];
}

async function checkRecords(
	dataDir: string,
	files: readonly string[],
	onProgress: ReadOptions["onProgress"],
): Promise<Checked> {
	const checked: Checked = { records: [], shared: [], problems: [] };
	for (const name of files) {
		const file = join(dataDir, name);
		for await (const batch of readRecords(file)) {
			for (const reading of batch) {
				if ("problem" in reading) checked.problems.push(reading.problem);
				else addRecord(reading.found.record, reading.found.place, checked);
			}
			onProgress?.(checked.shared.length);
		}
	}
	return checked;
}

function addRecord(record: unknown, place: Place, { records, shared, problems }: Checked): void {
	const result = checkRecord(record);
	if (!result.success) {
		for (const fault of explain(record, result.error)) problems.push({ place, ...fault });
		shared.push(rightFields(record, place));
		return;
	}
	const { data } = result;
	records.push(data);
	if ("removed" in data) shared.push({ slug: data.slug, isRemoved: true, place });
	else shared.push({ slug: data.slug, sound: data.sound, image: data.image, place });
}

function duplicateSlugs(records: readonly SharedFields[]): Problem[] {
	const first = new Map<string, Place>();
	const removed = new Set(records.filter(({ isRemoved }) => isRemoved).map(({ slug }) => slug));
	return records.flatMap(({ slug, place }) => {
		if (slug === undefined) return [];
		const other = first.get(slug);
		if (other === undefined) {
			first.set(slug, place);
			return [];
		}
		const message = removed.has(slug)
			? "belongs to a removed clip and may not be used again; change it"
			: "is used twice; slugs must be unique, so change one";
		return [{ place, field: "slug", value: slug, message, other }];
	});
}
