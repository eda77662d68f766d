/** The media of a catalogue: which files lie in `data/media/`, and whether clips and files fit. */
import { join } from "node:path";
import fastGlob from "fast-glob";
import { fileTypeFromFile } from "file-type";
import type { MediaFolder } from "../contract/links.ts";
import type { PlacedInstant } from "./instant.ts";
import type { MediaPath } from "./media-path.ts";
import { type Problem, shown } from "./problems.ts";

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
export async function findMedia(dataDir: string): Promise<MediaFile[]> {
	const root = join(dataDir, "media");
	const entries = await fastGlob(["sounds/**", "instants_images/**"], { cwd: root, stats: true });
	return entries
		.map(({ path, stats }) => ({ path, source: join(root, path), bytes: stats?.size ?? 0 }))
		.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Checks that every clip's media are there and are what they should be. */
export async function checkMedia(
	dataDir: string,
	placed: readonly PlacedInstant[],
): Promise<MediaFindings> {
	const files = await findMedia(dataDir);
	const byPath = new Map(files.map((file) => [file.path, file]));
	const byFoldedPath = new Map(files.map((file) => [foldedPath(file.path), file]));
	const problems = [...collisions(files)];
	const warnings: Problem[] = [];
	const sounds = new Map<string, PlacedInstant>();

	for (const item of placed) {
		const { sound, image } = item.instant;
		const soundPath = `sounds/${sound.path}`;
		if (byPath.has(soundPath)) {
			if (!sounds.has(soundPath)) sounds.set(soundPath, item);
		} else {
			(sound.isUrl ? warnings : problems).push(missing(item, "sound", sound, byFoldedPath));
		}
		if (image !== null && !byPath.has(`instants_images/${image.path}`)) {
			warnings.push(missing(item, "image", image, byFoldedPath));
		}
	}
	problems.push(...(await notMp3(sounds, byPath)));
	return { files, problems, warnings };
}

/** Names that are one file where names ignore case, or where accents are stored decomposed. */
function foldedPath(path: string): string {
	return path.normalize("NFC").toLowerCase();
}

function collisions(files: readonly MediaFile[]): Problem[] {
	const seen = new Map<string, string>();
	return files.flatMap(({ path }) => {
		const other = seen.get(foldedPath(path));
		seen.set(foldedPath(path), path);
		if (other === undefined) return [];
		const message = `differs from ${shown(other)} only by case or by how accents are stored; many file systems hold one of them only, so rename one`;
		return [{ place: { file: `media/${path}` }, message }];
	});
}

const FOLDER_OF = { sound: "sounds", image: "instants_images" } as const satisfies Record<
	string,
	MediaFolder
>;

function missing(
	{ place }: PlacedInstant,
	field: "sound" | "image",
	{ path, isUrl }: MediaPath,
	byFoldedPath: ReadonlyMap<string, MediaFile>,
): Problem {
	const wanted = `${FOLDER_OF[field]}/${path}`;
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
	sounds: ReadonlyMap<string, PlacedInstant>,
	byPath: ReadonlyMap<string, MediaFile>,
): Promise<Problem[]> {
	const problems: Problem[] = [];
	for (const [path, { place, instant }] of sounds) {
		const source = byPath.get(path)?.source;
		const type = source === undefined ? undefined : await fileTypeFromFile(source);
		if (type?.mime === "audio/mpeg" && type.ext === "mp3") continue;
		const message = `media/${path} is not an MP3 (it looks like ${type?.mime ?? "nothing known"}); the API promises MP3, so convert it`;
		problems.push({ place, field: "sound", value: instant.sound.path, message });
	}
	return problems;
}
