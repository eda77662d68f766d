/** Finds the sounds to import, in folders with any content, and reports files that cannot be imported. */
import { execFile } from "node:child_process";
import { mkdtempSync, statSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { promisify } from "node:util";
import { entriesBelow, unfollowed } from "../catalogue/data-files.ts";
import { isPlayable, mp3Fault } from "../catalogue/media-type.ts";
import { inReadingOrder, type Problem, unreadable } from "../catalogue/problems.ts";
import { UserError } from "../console/user-error.ts";

/**
 * Matches the extensions of sounds other than MP3s, and of videos, whose audio can be extracted. Files with other
 * extensions are judged by their content.
 */
const CONVERTIBLE =
	/\.(?:3g2|3gp|aac|aif|aiff|amr|au|avi|caf|flac|gsm|m4a|m4b|m4r|m4v|mka|mkv|mov|mp2|mp4|oga|ogg|opus|snd|tta|w64|wav|wave|weba|webm|wma|wmv)$/i;
const MP3 = /\.mp3$/i;
const SOUND = new RegExp(`${MP3.source}|${CONVERTIBLE.source}`, "i");

export interface FoundSound {
	readonly source: string;
	/** The MP3: the source itself, or the file it was converted to. */
	readonly file: string;
}

/**
 * The sounds, ordered by source and then by name, and the problems of files that cannot be imported.
 * @param sources folders, in which hidden files and folders are ignored, or single files
 * @param converted the folder for converted sounds; undefined to convert none
 */
export async function findSounds(
	sources: readonly string[],
	converted: string | undefined,
	signal?: AbortSignal,
): Promise<{ sounds: FoundSound[]; problems: Problem[] }> {
	const files = new Set<string>();
	const sounds: FoundSound[] = [];
	const problems: Problem[] = [];
	for (const source of sources) {
		for (const file of await filesIn(source, problems)) files.add(file);
	}
	for (const file of files) {
		const found = await soundOf(file, converted, signal);
		if ("message" in found) problems.push(found);
		else sounds.push(found);
	}
	return { sounds, problems: inReadingOrder(problems) };
}

/** The sounds and videos in a source. */
async function filesIn(source: string, problems: Problem[]): Promise<string[]> {
	try {
		// The user named this file, so its type does not matter.
		if (!statSync(source).isDirectory()) return [source];
		const entries = await entriesBelow(source, problems);
		problems.push(...unfollowed(source, entries));
		const paths = entries.filter(({ dirent }) => dirent.isFile()).map(({ path }) => path);
		const sounds: string[] = [];
		for (const path of inNaturalOrder(paths).map((path) => join(source, path))) {
			if (SOUND.test(path) || (await isPlayable(path))) sounds.push(path);
		}
		const fix = "choose a folder with sounds";
		const none = { place: { file: source }, message: "has no MP3s or other sounds", fix };
		if (sounds.length === 0) problems.push(none);
		return withoutCopies(sounds);
	} catch (error) {
		problems.push(unreadable(source, error));
		return [];
	}
}

/** Leaves out sounds of other types if there is an MP3 of the same name. */
function withoutCopies(paths: readonly string[]): string[] {
	const stems = new Set(paths.filter((path) => MP3.test(path)).map(stemOf));
	return paths.filter((path) => MP3.test(path) || !stems.has(stemOf(path)));
}

/** The MP3 for a file, which is converted if necessary and requested, or the problem with the file. */
async function soundOf(
	source: string,
	converted: string | undefined,
	signal: AbortSignal | undefined,
): Promise<FoundSound | Problem> {
	const fault = await mp3Fault(source).catch((error) => unreadable(source, error));
	if (fault === undefined) return { source, file: source };
	const problem: Problem = { place: { file: source }, ...fault };
	if (!("isConvertible" in fault && fault.isConvertible)) return problem;
	if (converted !== undefined) return await convert(source, converted, signal);
	const { fix = "" } = problem;
	return { ...problem, fix: fix.replace("convert it", "convert it with --convert") };
}

const run = promisify(execFile);

const NO_FFMPEG =
	"--convert needs ffmpeg, which is not installed; install it (https://ffmpeg.org/download.html), or convert the sounds to MP3 by hand";

/** Converts a sound with the user's ffmpeg, at about 190 kbit/s. https://trac.ffmpeg.org/wiki/Encode/MP3 */
async function convert(
	source: string,
	folder: string,
	signal: AbortSignal | undefined,
): Promise<FoundSound | Problem> {
	const file = join(mkdtempSync(join(folder, "sound-")), `${parse(source).name}.mp3`);
	const from = ["-i", `file:${resolve(source)}`];
	try {
		const to = ["-vn", "-q:a", "2", `file:${file}`];
		await run("ffmpeg", ["-nostdin", "-v", "error", ...from, ...to], { signal });
		return { source, file };
	} catch (error) {
		// Ctrl-C also stops ffmpeg, and we may notice its exit before our own signal.
		await breathe();
		signal?.throwIfAborted();
		const { code, stderr } = error as { code: unknown; stderr: string };
		if (code === "ENOENT") throw new UserError(NO_FFMPEG);
		const last = stderr.trim().split("\n").at(-1) || "it ended early";
		const message = `cannot be converted (ffmpeg: ${last})`;
		return { place: { file: source }, message, fix: "convert it to MP3 by hand" };
	}
}

const ORDER = new Intl.Collator("en", { numeric: true });

/** Sorts in natural order (2 before 10), which is the same on every machine, whatever its locale. */
export function inNaturalOrder(paths: readonly string[]): string[] {
	return paths.toSorted((a, b) => ORDER.compare(stemOf(a), stemOf(b)) || (a < b ? -1 : 1));
}

/** The path without its extension, so that `boom.mp3` comes before `boom 2.mp3`. */
function stemOf(path: string): string {
	return path.replace(/\.[^./\\]*$/, "");
}
