/** The media of a catalogue: which files lie in `data/media/`, and whether clips and files fit. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import fastGlob from "fast-glob";
import { fileTypeFromFile } from "file-type";
import { shown } from "../console/text.ts";
import { MEDIA_FOLDERS, type MediaField } from "../contract/instant.ts";
import type { SharedFields } from "./instant.ts";
import type { MediaPath } from "./media-path.ts";
import type { Place, Problem } from "./problems.ts";

/** A media file that will be published. */
export interface MediaFile {
	/** Path under the published `media/`, e.g. `sounds/boom.mp3`. */
	readonly path: string;
	/** Where its bytes are. */
	readonly source: string;
	readonly bytes: number;
}

export interface MediaFindings {
	readonly files: readonly MediaFile[];
	readonly problems: readonly Problem[];
	/** Links that will lead nowhere, but do not spoil the catalogue. */
	readonly warnings: readonly Problem[];
}

/** All files in `media/sounds` and `media/instants_images` of a data folder, sorted by path. */
async function findMedia(dataDir: string): Promise<{ files: MediaFile[]; problems: Problem[] }> {
	const root = join(dataDir, "media");
	const entries = await fastGlob(["sounds/**", "instants_images/**"], {
		cwd: root,
		// A link may lead out of the data, to whatever the building machine can read.
		followSymbolicLinks: false,
		onlyFiles: false,
		objectMode: true,
	});
	const files: MediaFile[] = [];
	const problems: Problem[] = [];
	for (const { path, dirent } of entries) {
		const source = join(root, path);
		const refuse = (message: string) => problems.push({ place: { file: source }, message });
		if (dirent.isSymbolicLink()) {
			refuse("is a symbolic link; put the file itself there");
		} else if (dirent.isFile()) {
			// A name that is not UTF-8 cannot be asked for, nor be opened under what it was read as.
			const size = await stat(source).then(
				(stats) => stats.size,
				() => undefined,
			);
			if (size === undefined) refuse("cannot be opened; its name is not UTF-8, as a rule");
			else files.push({ path, source, bytes: size });
		}
	}
	return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
}

/** Checks that every clip's media are there and are what they should be. */
export async function checkMedia(
	dataDir: string,
	records: readonly SharedFields[],
): Promise<MediaFindings> {
	const { files, problems: unusable } = await findMedia(dataDir);
	const byPath = new Map(files.map((file) => [file.path, file]));
	const byFoldedPath = new Map(files.map((file) => [foldedPath(file.path), file]));
	const problems = [...unusable, ...collisions(dataDir, files)];
	const warnings: Problem[] = [];
	// Each file is looked into once, for the first clip that names it.
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
			const message = "is no image by its name; use .png, .jpg, .gif, .webp, .avif or .svg";
			problems.push({ place, field: "image", value: image.path, message });
		}
	}
	return { files, problems: [...problems, ...(await notMp3(sounds, byPath))], warnings };
}

/** What browsers show as pictures, by the ending that tells hosts the type to send. */
export const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg)$/i;

/** Names that are one file where names ignore case, or where accents are stored decomposed. */
export function foldedPath(path: string): string {
	return path.normalize("NFC").toLowerCase();
}

function collisions(dataDir: string, files: readonly MediaFile[]): Problem[] {
	const seen = new Map<string, string>();
	return files.flatMap(({ path }) => {
		const other = seen.get(foldedPath(path));
		seen.set(foldedPath(path), path);
		if (other === undefined) return [];
		const message = `differs from ${shown(other)} only by case or by how accents are stored; many file systems hold one of them only, so rename one`;
		return [{ place: { file: join(dataDir, "media", path) }, message }];
	});
}

function missing(
	place: Place,
	field: MediaField,
	{ path, isUrl }: MediaPath,
	byFoldedPath: ReadonlyMap<string, MediaFile>,
): Problem {
	const wanted = `${MEDIA_FOLDERS[field]}/${path}`;
	const similar = byFoldedPath.get(foldedPath(wanted));
	const fix =
		similar !== undefined
			? `there is ${shown(similar.path)}: spell it so`
			: isUrl
				? `put it there, or build with --media remote or --media-url if it lives elsewhere`
				: `add it, correct the name, or build with --media remote if media live elsewhere`;
	return { place, field, value: path, message: `no file media/${wanted}; ${fix}` };
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
		const looks = type?.mime === "audio/mpeg" ? type.ext : (type?.mime ?? "nothing known");
		const message = `media/${path} is not an MP3 (it looks like ${looks}); the API promises MP3, so convert it`;
		problems.push({ place, field: "sound", value: sound.path, message });
	}
	return problems;
}
