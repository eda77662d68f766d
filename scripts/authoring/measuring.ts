/** Measures the sounds of a catalogue, and writes the results to the records. */
import { readCatalogue } from "../catalogue/catalogue.ts";
import { mediaFile } from "../catalogue/media.ts";
import { mp3Fault } from "../catalogue/media-type.ts";
import { type Fault, type Problem, type RecordPlace, unreadable } from "../catalogue/problems.ts";
import type { OnProgress } from "../console/progress.ts";
import { type Measures, measured } from "../sound/measures.ts";
import { editCatalogue, takeSnapshot } from "./file-edits.ts";
import { rewritten, withMeasures } from "./record-text.ts";

/**
 * Measures the clips without a duration; a clip without a gain may already have been measured, since silence has
 * no gain. Returns how many clips were changed, how many have sounds outside the data folder, and why some sounds
 * could not be measured. Throws a CatalogueError if the catalogue is not valid.
 * @param all also measure clips that have been measured before
 * @param onProgress may throw to stop
 */
export async function measureCatalogue(dataDir: string, all: boolean, onProgress: OnProgress) {
	const places: RecordPlace[] = [];
	const files = new Map<string, string>();
	let elsewhere = 0;
	const before = await takeSnapshot(dataDir);
	await readCatalogue(dataDir, {
		media: "remote",
		onRecord: (record, place) => {
			if ("removed" in record || (record.duration !== undefined && !all)) return;
			const file = mediaFile(dataDir, "sound", record.sound);
			if (file === undefined) elsewhere++;
			else {
				files.set(record.slug, file);
				places.push(place);
			}
		},
	});
	const found = new Map<string | undefined, Measures | Problem>();
	const distinct = new Set(files.values());
	for (const file of distinct) {
		onProgress("measuring", found.size, distinct.size);
		found.set(file, await measureSound(file));
	}
	onProgress("measuring", found.size, distinct.size);
	let changed = 0;
	const changes = rewritten(places, (record, slug) => {
		const result = found.get(files.get(slug));
		if (result === undefined || "message" in result) return record;
		const measured = withMeasures(record, result);
		if (measured !== record) changed++;
		return measured;
	});
	await editCatalogue(changes, before);
	const problems = [...found.values()].filter((result) => "message" in result);
	return { changed, elsewhere, problems };
}

/** Measures an MP3, or returns the problem with the file. */
export async function measureSound(file: string): Promise<Measures | Problem> {
	try {
		const fault = await mp3Fault(file);
		if (fault !== undefined) return { place: { file }, ...fault };
		return (await measured(file)) ?? { place: { file }, ...UNDECODABLE };
	} catch (error) {
		return unreadable(file, error);
	}
}

const UNDECODABLE: Fault = {
	message: "contains no audio that can be decoded",
	fix: "re-encode it from the original recording",
};
