/** Finds the sounds to import in folders of any kind, and what stands in the way of importing them all. */
import { statSync } from "node:fs";
import { join } from "node:path";
import pMap from "p-map";
import { entriesBelow, unfollowed } from "../catalogue/data-files.ts";
import { mp3Fault } from "../catalogue/media-type.ts";
import { type Problem, unreadable } from "../catalogue/problems.ts";
import { compareNaturally } from "./natural-order.ts";

/** Sounds of other types, and films, whose sound can be extracted. All other files are ignored. */
const CONVERTIBLE =
	/\.(?:aac|aif|aiff|flac|m4a|mka|mov|mp2|mp4|oga|ogg|opus|wav|wave|weba|webm|wma)$/i;
const MP3 = /\.mp3$/i;
const SOUND = new RegExp(`${MP3.source}|${CONVERTIBLE.source}`, "i");

const FILES_AT_ONCE = 16;

interface FoundSound {
	readonly file: string;
	/** Judged by its content. If not, it has to be converted. */
	readonly isMp3: boolean;
}

export interface FoundSounds {
	/** In the order of the sources, and by name within each. */
	readonly sounds: readonly FoundSound[];
	readonly problems: readonly Problem[];
}

/**
 * @param sources folders, which are searched except for what is hidden, or single files
 * @param convert whether sounds of other types are wanted too
 */
export async function findSounds(
	sources: readonly string[],
	convert: boolean,
): Promise<FoundSounds> {
	const found = await pMap(sources, findIn, { concurrency: 1 });
	const files = [...new Set(found.flatMap(({ files }) => files))];
	const looked = await pMap(files, (file) => look(file, convert), { concurrency: FILES_AT_ONCE });
	const sounds = looked.filter((result) => "isMp3" in result);
	const faults = looked.filter((result) => "message" in result);
	return { sounds, problems: [...found.flatMap((each) => each.problems), ...faults] };
}

/** The files of a source that are sounds by their names. */
interface Named {
	readonly files: readonly string[];
	readonly problems: readonly Problem[];
}

async function findIn(source: string): Promise<Named> {
	try {
		if (!statSync(source).isDirectory()) return named(source, [source]);
		const folders: Problem[] = [];
		const entries = await entriesBelow(source, folders);
		const paths = entries.filter(({ dirent }) => dirent.isFile()).map(({ path }) => path);
		const sorted = paths.toSorted(compareNaturally).map((path) => join(source, path));
		const { files, problems } = named(source, sorted);
		return { files, problems: [...problems, ...folders, ...unfollowed(source, entries, SOUND)] };
	} catch (error) {
		return { files: [], problems: [unreadable(source, error)] };
	}
}

/** Leaves out sounds of other types that are also there as MP3s. */
function named(source: string, paths: readonly string[]): Named {
	const stems = new Set(
		paths.filter((path) => MP3.test(path)).map((path) => path.replace(MP3, "")),
	);
	const isOnly = (path: string): boolean =>
		CONVERTIBLE.test(path) && !stems.has(path.replace(CONVERTIBLE, ""));
	const files = paths.filter((path) => MP3.test(path) || isOnly(path));
	const none = {
		place: { file: source },
		message: "has no MP3s",
		fix: "name a folder with sounds",
	};
	return { files, problems: files.length === 0 ? [none] : [] };
}

async function look(file: string, convert: boolean): Promise<FoundSound | Problem> {
	try {
		const fault = await mp3Fault(file);
		if (fault === undefined) return { file, isMp3: true };
		const { message, fix, isConvertible = false } = fault;
		if (!isConvertible) return { place: { file }, message, ...(fix !== undefined && { fix }) };
		if (convert) return { file, isMp3: false };
		const how = "convert it with --convert, since the API promises MP3";
		return { place: { file }, message, fix: how };
	} catch (error) {
		return unreadable(file, error);
	}
}
