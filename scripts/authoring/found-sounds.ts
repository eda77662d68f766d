/** Finds the MP3s to import in folders of any kind, and what stands in the way of importing them all. */
import { statSync } from "node:fs";
import { join } from "node:path";
import pMap from "p-map";
import { entriesBelow, unfollowed } from "../catalogue/data-files.ts";
import { EMPTY, FRAMELESS, mp3Fault } from "../catalogue/media-type.ts";
import { type Problem, unreadable } from "../catalogue/problems.ts";
import { shellWord } from "../console/text.ts";

/** Sounds of other types, and films, whose sound can be taken out. Other files are of no interest. */
const CONVERTIBLE =
	/\.(?:aac|aif|aiff|flac|m4a|mka|mov|mp2|mp4|oga|ogg|opus|wav|wave|weba|webm|wma)$/i;
const MP3 = /\.mp3$/i;
const SOUND = new RegExp(`${MP3.source}|${CONVERTIBLE.source}`, "i");

const FILES_AT_ONCE = 16;

export interface FoundSounds {
	/** Whole MP3s, by path, in the order of the folders. */
	readonly files: readonly string[];
	readonly problems: readonly Problem[];
}

/** @param sources folders, in which everything is found except for what is hidden, or single files */
export async function findSounds(sources: readonly string[]): Promise<FoundSounds> {
	const found = await pMap(sources, findIn, { concurrency: 1 });
	const files = [...new Set(found.flatMap(({ files }) => files))];
	const faults = await pMap(files, faultOf, { concurrency: FILES_AT_ONCE });
	const problems = [...found.flatMap((each) => each.problems), ...faults.flat()];
	return { files: files.filter((_, i) => faults[i]?.length === 0), problems };
}

async function findIn(source: string): Promise<FoundSounds> {
	try {
		if (!statSync(source).isDirectory()) return sorted(source, [source]);
		const folders: Problem[] = [];
		const entries = await entriesBelow(source, folders);
		const paths = entries.filter(({ dirent }) => dirent.isFile()).map(({ path }) => path);
		const { files, problems } = sorted(
			source,
			paths.map((path) => join(source, path)),
		);
		const unseen = [...folders, ...unfollowed(source, entries, SOUND)];
		return { files, problems: [...problems, ...unseen] };
	} catch (error) {
		return { files: [], problems: [unreadable(source, error)] };
	}
}

/** Tells MP3s, which are to be imported, from files that could be once they are converted. */
function sorted(source: string, paths: readonly string[]): FoundSounds {
	const files = paths.filter((path) => MP3.test(path));
	const stems = new Set(files.map((path) => path.replace(MP3, "")));
	const others = paths.filter((path) => CONVERTIBLE.test(path));
	const problems = others
		.filter((path) => !stems.has(path.replace(CONVERTIBLE, "")))
		.map((path) => ({ place: { file: path }, message: conversion(path) }));
	if (files.length > 0 || problems.length > 0) return { files, problems };
	const message = "has no MP3s; name a folder with sounds";
	return { files, problems: [{ place: { file: source }, message }] };
}

function conversion(path: string): string {
	const target = path.replace(CONVERTIBLE, ".mp3");
	return `is not an MP3, and the API promises MP3; convert it: ${ffmpeg(path, target)}`;
}

/** At some 190 kbit/s. https://trac.ffmpeg.org/wiki/Encode/MP3 */
const CONVERTING = "-q:a 2";

function ffmpeg(path: string, target: string, how = CONVERTING): string {
	return `ffmpeg -i ${argument(path)} -vn ${how} ${argument(target)}`;
}

/** A path that ffmpeg takes neither for an option nor for a URL. */
function argument(path: string): string {
	return shellWord(/[/\\]/.test(path) ? path : `./${path}`);
}

async function faultOf(file: string): Promise<Problem[]> {
	try {
		const message = await mp3Fault(file);
		if (message === undefined) return [];
		if (message === EMPTY) return [{ place: { file }, message }];
		const how = message === FRAMELESS ? "-c:a copy" : CONVERTING;
		const fix = `${ffmpeg(file, file.replace(MP3, ".new.mp3"), how)}, and put that in its place`;
		return [{ place: { file }, message: `${message}: ${fix}` }];
	} catch (error) {
		return [unreadable(file, error)];
	}
}
