/** Finds the media files of a catalogue, and checks that every clip's files are there. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileTypeFromFile } from "file-type";
import { shown } from "../console/text.ts";
import { MEDIA_FOLDERS, type MediaField } from "../contract/instant.ts";
import { entriesBelow } from "./data-files.ts";
import type { MediaPath } from "./media-path.ts";
import type { Place, Problem } from "./problems.ts";
import type { SharedFields } from "./record-schema.ts";

export interface MediaFile {
	/** Below `media/`: `sounds/boom.mp3`. */
	readonly path: string;
	/** The path of the file itself. */
	readonly source: string;
	readonly bytes: number;
}

export interface MediaFindings {
	readonly files: readonly MediaFile[];
	readonly problems: readonly Problem[];
	/** Links that may be broken. The catalogue can still be published. */
	readonly warnings: readonly Problem[];
}

/** Finds all files in the media folders, sorted by path. */
async function findMedia(dataDir: string): Promise<{ files: MediaFile[]; problems: Problem[] }> {
	const root = join(dataDir, "media");
	const folders = new RegExp(`^(${Object.values(MEDIA_FOLDERS).join("|")})/`);
	const entries = (await entriesBelow(root)).filter(({ path }) => folders.test(path));
	const files: MediaFile[] = [];
	const problems: Problem[] = [];
	for (const { path, dirent } of entries) {
		const source = join(root, path);
		const refuse = (message: string) => problems.push({ place: { file: source }, message });
		if (dirent.isSymbolicLink()) {
			refuse("is a symbolic link; put the file itself there");
		} else if (dirent.isFile()) {
			// Node cannot open a file whose name is not UTF-8.
			const size = await stat(source).then(
				(stats) => stats.size,
				() => undefined,
			);
			if (size === undefined) refuse("cannot be opened; check that its name is UTF-8");
			else files.push({ path, source, bytes: size });
		}
	}
	return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
}

export async function checkMedia(
	dataDir: string,
	records: readonly SharedFields[],
): Promise<MediaFindings> {
	const { files, problems: unusable } = await findMedia(dataDir);
	const byPath = new Map(files.map((file) => [file.path, file]));
	const byFoldedPath = new Map(files.map((file) => [foldedPath(file.path), file]));
	const problems = [...unusable, ...collisions(dataDir, files)];
	const warnings: Problem[] = [];
	// Each file is opened once, for the first clip that uses it.
	const sounds = new Map<string, { place: Place; sound: MediaPath }>();

	for (const { place, sound, image } of records) {
		if (sound !== undefined) {
			const path = `sounds/${sound.path}`;
			const list = sound.isUrl ? warnings : problems;
			if (!byPath.has(path)) list.push(missing(place, "sound", sound, byFoldedPath));
			else if (!sounds.has(path)) sounds.set(path, { place, sound });
		}
		if (image && !byPath.has(`instants_images/${image.path}`)) {
			warnings.push(missing(place, "image", image, byFoldedPath));
		} else if (image && !IMAGE.test(image.path)) {
			const message =
				"does not have the name of an image; use .png, .jpg, .gif, .webp, .avif or .svg";
			problems.push({ place, field: "image", value: image.path, message });
		}
	}
	return { files, problems: [...problems, ...(await notMp3(sounds, byPath))], warnings };
}

/** Images that browsers show, by the extension from which hosts know the type to send. */
export const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg)$/i;

/** Paths with equal results are the same file on file systems that ignore case or decompose accents. */
export function foldedPath(path: string): string {
	return path.normalize("NFC").toLowerCase();
}

function collisions(dataDir: string, files: readonly MediaFile[]): Problem[] {
	const seen = new Map<string, string>();
	return files.flatMap(({ path }) => {
		const other = seen.get(foldedPath(path));
		seen.set(foldedPath(path), path);
		if (other === undefined) return [];
		const message = `differs from ${shown(other)} only in case or in how accents are stored; many file systems cannot hold both, so rename one`;
		return [{ place: { file: join(dataDir, "media", path) }, message }];
	});
}

function missing(
	place: Place,
	field: MediaField,
	{ path, isUrl }: MediaPath,
	byFoldedPath: ReadonlyMap<string, MediaFile>,
): Problem {
	const expected = `${MEDIA_FOLDERS[field]}/${path}`;
	const similar = byFoldedPath.get(foldedPath(expected));
	const fix =
		similar !== undefined
			? `there is ${shown(similar.path)}, so change the spelling`
			: isUrl
				? "add the file, or build with --media remote or --media-url if it is elsewhere"
				: "add the file, correct the name, or build with --media remote if the media are elsewhere";
	return { place, field, value: path, message: `media/${expected} does not exist; ${fix}` };
}

async function notMp3(
	sounds: ReadonlyMap<string, { place: Place; sound: MediaPath }>,
	byPath: ReadonlyMap<string, MediaFile>,
): Promise<Problem[]> {
	const problems: Problem[] = [];
	for (const [path, { place, sound }] of sounds) {
		const source = byPath.get(path)?.source;
		const type = source === undefined ? undefined : await fileTypeFromFile(source);
		if (type?.mime === "audio/mpeg" && type.ext === "mp3") continue;
		const looks = type?.mime === "audio/mpeg" ? type.ext : (type?.mime ?? "an unknown type");
		const message = `media/${path} is not an MP3 but looks like ${looks}; convert it, since the API promises MP3`;
		problems.push({ place, field: "sound", value: sound.path, message });
	}
	return problems;
}
