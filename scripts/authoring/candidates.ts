/** What there is to import: sounds with what their tags say, or the clips of another catalogue. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type IAudioMetadata, parseFile, selectCover } from "music-metadata";
import { readCatalogue } from "../catalogue/catalogue.ts";
import { inReadingOrder, type Problem } from "../catalogue/problems.ts";
import type { CatalogueInstant } from "../catalogue/record-schema.ts";
import { shown } from "../console/text.ts";
import { MEDIA_FOLDERS } from "../contract/instant.ts";
import { areNumbered, clipName, clipTags, titleFault } from "./clip-name.ts";
import { findSounds } from "./found-sounds.ts";
import type { Candidate } from "./import-plan.ts";

/** Where clips of a folder may have their tags from: the folder that a sound is in, or the genre in the sound. */
export const TAG_SOURCES = ["folder", "genre"] as const;
export type TagSource = (typeof TAG_SOURCES)[number];

/** The MP3s in folders, and what is wrong with the others. */
export async function soundsIn(
	folders: readonly string[],
	tagSources: readonly TagSource[],
): Promise<{ candidates: Candidate[]; problems: Problem[] }> {
	const { files, problems } = await findSounds(folders);
	const numbered = (folder: string): boolean =>
		areNumbered(files.filter((file) => dirname(file) === folder).map((file) => basename(file)));
	const isNumbered = new Map([...new Set(files.map(dirname))].map((dir) => [dir, numbered(dir)]));
	const candidates = files.map((sound) =>
		fromTags(sound, tagSources, isNumbered.get(dirname(sound))),
	);
	return { candidates, problems: inReadingOrder(problems) };
}

function fromTags(
	sound: string,
	tagSources: readonly TagSource[],
	isNumbered: boolean | undefined,
): Candidate {
	return {
		sound,
		from: sound,
		details: async () => {
			const { title, genres, cover } = await readTags(sound);
			const from = { folder: [basename(dirname(resolve(sound)))], genre: genres };
			const name = clipName(title, basename(sound), isNumbered);
			const tags = clipTags(tagSources.flatMap((source) => from[source]));
			const fault = title && titleFault(title);
			return {
				...{ name, tags },
				...(fault && { note: `its title ${shown(title)} ${fault}, so it is named after its file` }),
				...(cover && { picture: async () => (await readTags(sound)).cover }),
			};
		},
	};
}

/** The clips of a data folder whose sounds are in it. Throws a CatalogueError if it is not valid. */
export async function clipsIn(source: string): Promise<Candidate[]> {
	const candidates: Candidate[] = [];
	await readCatalogue(source, {
		media: "remote",
		onRecord: (record) => {
			if (!("removed" in record)) candidates.push(fromRecord(record, join(source, "media")));
		},
	});
	return candidates.filter(({ sound }) => existsSync(sound));
}

function fromRecord(clip: CatalogueInstant, media: string): Candidate {
	const { name, slug, color, description, tags, sound, image } = clip;
	const file = image && join(media, MEDIA_FOLDERS.image, image.path);
	const picture = file && existsSync(file) ? { picture: () => readFile(file) } : {};
	return {
		sound: join(media, MEDIA_FOLDERS.sound, sound.path),
		from: slug,
		slug,
		details: async () => ({ name, color, description, tags, ...picture }),
	};
}

interface Tags {
	readonly title: string | undefined;
	readonly genres: readonly string[];
	/** Of any type. */
	readonly cover: Uint8Array | undefined;
}

async function readTags(file: string): Promise<Tags> {
	const { title, genre = [], picture } = (await tagsOf(file))?.common ?? {};
	return { title, genres: genre, cover: selectCover(picture)?.data };
}

/** Broken tags are taken for none, since the sound plays without them, and its file has a name. */
async function tagsOf(file: string): Promise<IAudioMetadata | undefined> {
	return parseFile(file).catch(() => undefined);
}
