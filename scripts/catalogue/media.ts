/** Finds the media files that clips name, and checks that they exist and may be published. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import pMap from "p-map";
import { commandLine } from "../console/invocation.ts";
import { shown } from "../console/text.ts";
import { MEDIA_FIELDS, MEDIA_FOLDERS, type MediaField } from "../contract/instant.ts";
import { entriesBelow, unfollowed } from "./data-files.ts";
import { foldedPath, type MediaPath } from "./media-path.ts";
import { mediaFault, mp3Oddity } from "./media-type.ts";
import { type Fault, type Problem, someOf, unreadable } from "./problems.ts";
import type { SharedFields } from "./record-schema.ts";

export interface MediaFile {
	/** Below `media/`: `sounds/boom.mp3`. */
	readonly path: string;
	/** The path of the file itself. */
	readonly source: string;
	readonly bytes: number;
}

const FOLDERS = Object.values(MEDIA_FOLDERS).toSorted();

/** Finds all files in the media folders, sorted by path. */
export async function findMedia(
	dataDir: string,
): Promise<{ files: MediaFile[]; problems: Problem[] }> {
	const files: MediaFile[] = [];
	const problems: Problem[] = [];
	for (const folder of FOLDERS) {
		const within = join(dataDir, "media", folder);
		const entries = await entriesBelow(within, problems);
		problems.push(...unfollowed(within, entries));
		for (const { path } of entries.filter(({ dirent }) => dirent.isFile())) {
			const source = join(within, path);
			try {
				files.push({ path: `${folder}/${path}`, source, bytes: (await stat(source)).size });
			} catch (error) {
				problems.push(unreadable(source, error));
			}
		}
	}
	return { files, problems };
}

/** The path of a media file in a data folder; undefined if there is no such file. */
export function mediaFile(
	dataDir: string,
	field: MediaField,
	{ path }: MediaPath,
): string | undefined {
	const file = join(dataDir, "media", MEDIA_FOLDERS[field], path);
	return existsSync(file) ? file : undefined;
}

/**
 * Returns the files that clips name, any problems, and warnings about files that are not published and about
 * flaws in published ones.
 */
export async function checkMedia(dataDir: string, records: readonly SharedFields[]) {
	const { files, problems: unusable } = await findMedia(dataDir);
	const byPath = new Map(files.map((file) => [file.path, file]));
	const byFoldedPath = new Map(files.map((file) => [foldedPath(file.path), file]));
	const problems = [...unusable];
	const warnings: Problem[] = [];
	// Each file is opened once, for the first clip that names it.
	const named = new Map<string, Naming>();

	for (const { place, ...fields } of records) {
		for (const field of MEDIA_FIELDS) {
			const media = fields[field];
			if (!media) continue;
			const path = `${MEDIA_FOLDERS[field]}/${media.path}`;
			const naming = { place, field, value: media.path };
			if (!byPath.has(path)) {
				problems.push({ ...naming, ...missing(path, media, byFoldedPath) });
			} else if (!named.has(path)) named.set(path, naming);
		}
	}
	const published = files.filter(({ path }) => named.has(path));
	const checked = await pMap(
		published,
		async ({ path, source }) => {
			const fault = await mediaFault(path, source);
			return { path, fault, oddity: fault ? undefined : await mp3Oddity(path, source) };
		},
		{ concurrency: FILES_AT_ONCE },
	);
	for (const { path, fault, oddity } of checked) {
		const naming = named.get(path);
		if (naming === undefined) continue;
		if (fault) problems.push({ ...fault, ...naming });
		if (oddity) warnings.push({ ...oddity, ...naming });
	}
	return {
		files: published,
		problems: [...problems, ...collisions(dataDir, published)],
		warnings: [...warnings, ...unnamed(dataDir, files, named)],
	};
}

const FILES_AT_ONCE = 16;

/** The field in which a clip names a file, for reports about that file. */
type Naming = Required<Pick<Problem, "place" | "field" | "value">>;

/** The files of a removed clip may still be there, and must not be published. */
function unnamed(
	dataDir: string,
	files: readonly MediaFile[],
	named: ReadonlyMap<string, unknown>,
): Problem[] {
	const others = files.filter(({ path }) => !named.has(path));
	if (others.length === 0) return [];
	const message = `not published, because no clip uses them: ${someOf(others.map(({ path }) => path))}`;
	return [{ place: { file: join(dataDir, "media") }, message }];
}

function collisions(dataDir: string, files: readonly MediaFile[]): Problem[] {
	const seen = new Map<string, string>();
	return files.flatMap(({ path }) => {
		const other = seen.get(foldedPath(path));
		seen.set(foldedPath(path), path);
		if (other === undefined) return [];
		const message = `differs from ${shown(other)} only in case or in how accents are stored`;
		const fix = "many file systems cannot store both, so rename one";
		return [{ place: { file: join(dataDir, "media", path) }, message, fix }];
	});
}

function missing(
	expected: string,
	{ url }: MediaPath,
	byFoldedPath: ReadonlyMap<string, MediaFile>,
): Fault {
	const similar = byFoldedPath.get(foldedPath(expected));
	const fix =
		similar !== undefined
			? `correct the spelling in the record: there is a file ${shown(similar.path)}`
			: url
				? `${shown(url)} would lose its host when published; fetch it with ${commandLine("import", "URL")}, or if all media are on that host, build with --media remote --media-url ${url.slice(0, url.indexOf("/media/"))}/media`
				: "add the file, correct the name, or build with --media remote if the media are hosted elsewhere";
	return { message: `media/${expected} does not exist`, fix };
}
