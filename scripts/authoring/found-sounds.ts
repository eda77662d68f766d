/** Finds the sounds to import in folders of any kind, and what stands in the way of importing them all. */
import { execFile } from "node:child_process";
import { mkdtempSync, statSync } from "node:fs";
import { join, parse, resolve } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { promisify } from "node:util";
import pMap, { pMapSkip } from "p-map";
import { entriesBelow, unfollowed } from "../catalogue/data-files.ts";
import { isPlayable, mp3Fault } from "../catalogue/media-type.ts";
import { type Problem, unreadable } from "../catalogue/problems.ts";
import { UserError } from "../console/user-error.ts";

/** Names of sounds of other types, and of films, whose sound can be extracted. Files with other names are judged by their content. */
const CONVERTIBLE =
	/\.(?:3g2|3gp|aac|aif|aiff|amr|au|avi|caf|flac|gsm|m4a|m4b|m4r|m4v|mka|mkv|mov|mp2|mp4|oga|ogg|opus|snd|tta|w64|wav|wave|weba|webm|wma|wmv)$/i;
const MP3 = /\.mp3$/i;
const SOUND = new RegExp(`${MP3.source}|${CONVERTIBLE.source}`, "i");

const FILES_AT_ONCE = 16;

export interface FoundSound {
	readonly source: string;
	/** Its MP3: the source itself, or what it was converted to. */
	readonly file: string;
}

interface NoMp3 extends Problem {
	readonly isConvertible?: boolean;
}

/**
 * The sounds in the order of the sources, and by name within each, and what is wrong with the others.
 * @param sources folders, which are searched except for what is hidden, or single files
 * @param converted the folder for MP3s of other sounds; undefined to convert none
 */
export async function findSounds(
	sources: readonly string[],
	converted: string | undefined,
	signal?: AbortSignal,
): Promise<{ sounds: FoundSound[]; problems: Problem[] }> {
	const inSources = await pMap(sources, findIn, { concurrency: 1 });
	const files = [...new Set(inSources.flatMap(({ files }) => files))];
	const looked = await pMap(files, look, { concurrency: FILES_AT_ONCE });
	const found = await pMap(looked, (each) => convertible(each, converted, signal), {
		concurrency: 1,
	});
	const sounds = found.filter((each) => "source" in each);
	const faults = found.filter((each) => "place" in each);
	return { sounds, problems: [...inSources.flatMap(({ problems }) => problems), ...faults] };
}

/** The sounds of a source, and films. */
interface Found {
	readonly files: readonly string[];
	readonly problems: readonly Problem[];
}

async function findIn(source: string): Promise<Found> {
	try {
		// Whatever it is, someone has named it.
		if (!statSync(source).isDirectory()) return { files: [source], problems: [] };
		const folders: Problem[] = [];
		const entries = await entriesBelow(source, folders);
		const paths = entries.filter(({ dirent }) => dirent.isFile()).map(({ path }) => path);
		const sorted = inNaturalOrder(paths).map((path) => join(source, path));
		const files = withoutCopies(await pMap(sorted, soundOnly, { concurrency: FILES_AT_ONCE }));
		const problems = [...folders, ...unfollowed(source, entries)];
		return { files, problems: files.length === 0 ? [noSounds(source), ...problems] : problems };
	} catch (error) {
		return { files: [], problems: [unreadable(source, error)] };
	}
}

async function soundOnly(path: string): Promise<string | typeof pMapSkip> {
	return SOUND.test(path) || (await isPlayable(path)) ? path : pMapSkip;
}

/** Leaves out sounds of other types that are also there as MP3s. */
function withoutCopies(paths: readonly string[]): string[] {
	const stems = new Set(paths.filter((path) => MP3.test(path)).map(stemOf));
	return paths.filter((path) => MP3.test(path) || !stems.has(stemOf(path)));
}

function noSounds(source: string): Problem {
	const fix = "name a folder with sounds";
	return { place: { file: source }, message: "has no MP3s or other sounds", fix };
}

async function look(source: string): Promise<FoundSound | NoMp3> {
	const fault = await mp3Fault(source).catch((error) => unreadable(source, error));
	return fault === undefined ? { source, file: source } : { place: { file: source }, ...fault };
}

/** Converts what is no MP3 but can become one, or says how. */
async function convertible(
	found: FoundSound | NoMp3,
	folder: string | undefined,
	signal: AbortSignal | undefined,
): Promise<FoundSound | Problem> {
	if (!("isConvertible" in found && found.isConvertible)) return found;
	if (folder !== undefined) return await converted(found.place.file, folder, signal);
	const { fix = "" } = found;
	return { ...found, fix: fix.replace("convert it", "convert it with --convert") };
}

const run = promisify(execFile);

const NO_FFMPEG =
	"--convert needs ffmpeg, which is not installed; install it (https://ffmpeg.org/download.html), or convert the sounds to MP3 by hand";

/** Converts a sound with the owner's ffmpeg, at about 190 kbit/s. https://trac.ffmpeg.org/wiki/Encode/MP3 */
async function converted(
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
		// Ctrl-C reaches ffmpeg too, whose end may be noticed first.
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

/** In the order in which people number files: 2 before 10, and the same on every machine, whatever its language. */
export function inNaturalOrder(paths: readonly string[]): string[] {
	return paths.toSorted((a, b) => ORDER.compare(stemOf(a), stemOf(b)) || (a < b ? -1 : 1));
}

/** Without its ending, so that `boom.mp3` comes before `boom 2.mp3`. */
function stemOf(path: string): string {
	return path.replace(/\.[^./\\]*$/, "");
}
