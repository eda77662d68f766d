/** Finds the MP3s to import in folders of any kind, and what stands in the way of importing them all. */
import { statSync } from "node:fs";
import { join } from "node:path";
import pMap from "p-map";
import { entriesBelow, unfollowed } from "../catalogue/data-files.ts";
import { mp3Fault } from "../catalogue/media-type.ts";
import { type Problem, unreadable } from "../catalogue/problems.ts";

/** Sounds of other types, and films, whose sound can be taken out. Other files are of no interest. */
const CONVERTIBLE =
	/\.(?:aac|aif|aiff|flac|m4a|mka|mov|mp2|mp4|oga|ogg|opus|wav|wave|weba|webm|wma)$/i;
const MP3 = /\.mp3$/i;
const SOUND = new RegExp(`${MP3.source}|${CONVERTIBLE.source}`, "i");

const FILES_AT_ONCE = 16;

export interface FoundSounds {
	/** Whole MP3s, by path, in the order of the folders. */
	readonly files: readonly string[];
	/** Sounds of other types, without those that are there as an MP3 too. */
	readonly others: readonly string[];
	readonly problems: readonly Problem[];
}

/** @param sources folders, which are searched except for what is hidden, or single files */
export async function findSounds(sources: readonly string[]): Promise<FoundSounds> {
	const found = await pMap(sources, findIn, { concurrency: 1 });
	const files = [...new Set(found.flatMap(({ files }) => files))];
	const others = [...new Set(found.flatMap((each) => each.others))];
	const faults = await pMap(files, faultOf, { concurrency: FILES_AT_ONCE });
	const problems = [...found.flatMap((each) => each.problems), ...faults.flat()];
	return { files: files.filter((_, i) => faults[i]?.length === 0), others, problems };
}

async function findIn(source: string): Promise<FoundSounds> {
	try {
		if (!statSync(source).isDirectory()) return sorted(source, [source]);
		const folders: Problem[] = [];
		const entries = await entriesBelow(source, folders);
		const paths = entries.filter(({ dirent }) => dirent.isFile()).map(({ path }) => path);
		const found = sorted(
			source,
			paths.map((path) => join(source, path)),
		);
		const unseen = [...folders, ...unfollowed(source, entries, SOUND)];
		return { ...found, problems: [...found.problems, ...unseen] };
	} catch (error) {
		return { files: [], others: [], problems: [unreadable(source, error)] };
	}
}

function sorted(source: string, paths: readonly string[]): FoundSounds {
	const files = paths.filter((path) => MP3.test(path));
	const stems = new Set(files.map((path) => path.replace(MP3, "")));
	const others = paths.filter(
		(path) => CONVERTIBLE.test(path) && !stems.has(path.replace(CONVERTIBLE, "")),
	);
	const message = "has no MP3s; name a folder with sounds";
	const isEmpty = files.length === 0 && others.length === 0;
	return { files, others, problems: isEmpty ? [{ place: { file: source }, message }] : [] };
}

async function faultOf(file: string): Promise<Problem[]> {
	try {
		const message = await mp3Fault(file);
		return message === undefined ? [] : [{ place: { file }, message }];
	} catch (error) {
		return [unreadable(file, error)];
	}
}
