/** Reads and checks a whole data folder, and reports all of its problems at once. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../console/invocation.ts";
import type { SiteIdentity } from "../contract/site.ts";
import { findCatalogueFiles } from "./data-files.ts";
import { withLines } from "./json-lines.ts";
import { checkMedia, type MediaFile } from "./media.ts";
import {
	CatalogueError,
	inReadingOrder,
	type Problem,
	type RecordPlace,
	unreadable,
} from "./problems.ts";
import {
	type CatalogueRecord,
	checkRecord,
	explain,
	isRemoval,
	type SharedFields,
	sharedFields,
} from "./record-schema.ts";
import { readRecords } from "./records.ts";
import { readSite } from "./site-file.ts";
import { SlugPlaces } from "./slug-places.ts";

/** A valid catalogue. It does not contain the records, which are passed to `onRecord`. */
export interface Catalogue {
	/** Files to publish under `media/`; empty for remote media. */
	readonly media: readonly MediaFile[];
	/** The name of the site, and the owner's other settings for it. */
	readonly site: SiteIdentity;
	/** The positions of all records, in the order of their slugs. */
	readonly bySlug: Uint32Array;
	/** Oddities that do not prevent publishing. */
	readonly warnings: readonly Problem[];
}

export interface ReadOptions {
	/** Remote media are neither checked nor published. */
	readonly media: "local" | "remote";
	/** Called with every valid record, in the order of positions. */
	readonly onRecord?: (record: CatalogueRecord, place: RecordPlace) => void;
	/** Called from time to time with the number of records and bytes read so far. May throw to stop reading. */
	readonly onProgress?: (records: number, bytes: number, allBytes: number) => void;
}

/**
 * Reads and checks `dataDir`. Records are passed on rather than collected, since there may be millions. If
 * anything is wrong, throws a CatalogueError with every problem, in reading order.
 */
export async function readCatalogue(dataDir: string, options: ReadOptions): Promise<Catalogue> {
	if (!isFolder(dataDir)) {
		const fix = `set --data to the catalogue's folder, or create one with ${commandLine("init")}`;
		throw new CatalogueError([{ place: { file: dataDir }, message: "is not a folder", fix }]);
	}
	const files = await findCatalogueFiles(dataDir);
	const checked = await checkRecords(
		files.names.map((name) => join(dataDir, name)),
		options,
	);
	const media =
		options.media === "local"
			? await checkMedia(dataDir, checked.shared)
			: { files: [], problems: [], warnings: [] };
	// Not push(...list), which overflows the stack with many thousands of problems.
	const slugs = checked.slugs.check();
	const records = [...checked.problems, ...slugs.problems];
	const { site, problems: ofSite } = await readSite(dataDir);
	const problems = [...files.problems, ...ofSite, ...records, ...media.problems];

	const located = async (list: readonly Problem[]): Promise<Problem[]> =>
		inReadingOrder(await withLines(list));
	if (problems.length > 0) throw new CatalogueError(await located(problems));
	return {
		media: media.files,
		site,
		bySlug: slugs.sorted,
		warnings: [...files.warnings, ...(await located([...slugs.warnings, ...media.warnings]))],
	};
}

/** Whether the path is a folder; also false for a path below a file. */
function isFolder(path: string): boolean {
	return existsSync(path) && statSync(path).isDirectory();
}

/** Checks each record in these files on its own, and collects the fields to be checked across records. */
async function checkRecords(
	files: readonly string[],
	{ media, onRecord, onProgress }: ReadOptions,
) {
	const problems: Problem[] = [];
	const slugs = new SlugPlaces();
	/** For the media check; empty for remote media. */
	const shared: SharedFields[] = [];
	const allBytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
	let read = 0;
	let bytes = 0;
	const add = (record: unknown, place: RecordPlace): void => {
		const result = checkRecord(record);
		const { data } = result;
		if (data === undefined) {
			for (const fault of explain(record, result.error)) problems.push({ place, ...fault });
		} else {
			onRecord?.(data, place);
		}
		const fields = data ?? sharedFields(record);
		if (fields.slug !== undefined) slugs.add(fields.slug, place, isRemoval(record));
		if (media === "local" && !isRemoval(record)) shared.push({ ...fields, place });
	};
	const readFile = async (file: string): Promise<void> => {
		for await (const batch of readRecords(file)) {
			for (const reading of batch.readings) {
				if ("message" in reading) problems.push(reading);
				else add(reading.record, reading.place);
			}
			read += batch.readings.length;
			bytes += batch.bytes;
			onProgress?.(read, bytes, allBytes);
		}
	};
	for (const file of files) {
		await readFile(file).catch((error) => problems.push(unreadable(file, error)));
	}
	return { problems, slugs, shared };
}

/** The size of a file; 0 if it is unreadable, which is reported when it is read. */
function sizeOf(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
