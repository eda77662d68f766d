/** Lists the clips to import: sounds with their tags, or the clips of another catalogue. */
import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { parseFile, selectCover } from "music-metadata";
import { readCatalogue } from "../catalogue/catalogue.ts";
import { mediaFile } from "../catalogue/media.ts";
import type { MediaPath } from "../catalogue/media-path.ts";
import { inReadingOrder, type Problem } from "../catalogue/problems.ts";
import type { CatalogueInstant } from "../catalogue/record-schema.ts";
import type { MediaField } from "../contract/instant.ts";
import { areNumbered, clipCredit, clipName, clipTags } from "./clip-name.ts";
import { type FoundSound, findSounds } from "./found-sounds.ts";
import type { Candidate } from "./import-plan.ts";

/** Clips of a folder may get tags from the folder that a sound is in, or from its genre. */
export const TAG_SOURCES = ["folder", "genre"] as const;
export type TagSource = (typeof TAG_SOURCES)[number];

/**
 * The sounds in folders, and what is wrong with those that cannot be imported.
 * @param converted where MP3s of other sounds are put; undefined to convert none
 */
export async function soundsIn(
	folders: readonly string[],
	tagSources: readonly TagSource[],
	converted: string | undefined,
): Promise<{ candidates: Candidate[]; problems: Problem[] }> {
	const { sounds, problems } = await findSounds(folders, converted);
	const files = sounds.map(({ source }) => source);
	const numbered = (folder: string): boolean =>
		areNumbered(files.filter((file) => dirname(file) === folder).map((file) => basename(file)));
	const isNumbered = new Map([...new Set(files.map(dirname))].map((dir) => [dir, numbered(dir)]));
	const candidates = sounds.map((sound) =>
		fromTags(sound, tagSources, isNumbered.get(dirname(sound.source))),
	);
	return { candidates, problems: inReadingOrder(problems) };
}

function fromTags(
	{ file, source }: FoundSound,
	tagSources: readonly TagSource[],
	isNumbered: boolean | undefined,
): Candidate {
	return {
		sound: file,
		from: source,
		details: async () => {
			const { title, genres, cover } = await readTags(source, file);
			const from = { folder: [basename(dirname(resolve(source)))], genre: genres };
			const name = clipName(title, basename(source), isNumbered);
			const tags = clipTags(tagSources.flatMap((source) => from[source]));
			const credit = clipCredit(basename(source));
			return {
				...{ name, tags },
				...(credit && { description: credit }),
				...(cover && { picture: async () => (await readTags(source, file)).cover }),
			};
		},
	};
}

/** A medium that a clip names and its data folder does not have. */
export interface MissingMedium {
	readonly slug: string;
	readonly field: MediaField;
	/** As written in the record. */
	readonly value: string;
}

/** The clips of a data folder, without those whose sounds are missing. Throws a CatalogueError if it is not valid. */
export async function clipsIn(
	source: string,
): Promise<{ candidates: Candidate[]; missing: MissingMedium[] }> {
	const candidates: Candidate[] = [];
	const missing: MissingMedium[] = [];
	const fileOf = (
		field: MediaField,
		{ slug, [field]: media }: CatalogueInstant,
	): string | undefined => {
		if (media === null) return undefined;
		const file = mediaFile(source, field, media);
		if (file === undefined) missing.push({ slug, field, value: media.url ?? media.path });
		return file;
	};
	await readCatalogue(source, {
		media: "remote",
		onRecord: (record) => {
			if ("removed" in record) return;
			const sound = fileOf("sound", record);
			if (sound === undefined) return;
			candidates.push(fromRecord(record, sound, fileOf("image", record)));
		},
	});
	return { candidates, missing };
}

/** The names that a crawl makes up for media whose URLs have none that a record may hold. */
const MADE_UP = /^[0-9a-f]{24,64}\.\w+$/;

function fromRecord(clip: CatalogueInstant, file: string, picture: string | undefined): Candidate {
	const { name, slug, color, description, tags, sound, image, duration, gain } = clip;
	const pathOf = ({ path }: MediaPath) => (MADE_UP.test(path) ? undefined : path);
	return {
		sound: file,
		from: slug,
		slug,
		paths: { sound: pathOf(sound), image: image && picture ? pathOf(image) : undefined },
		details: async () => ({
			...{ name, color, description, tags },
			measures: {
				...(duration !== undefined && { duration }),
				...(gain !== undefined && { gain }),
			},
			...(picture !== undefined && { picture: () => readFile(picture) }),
		}),
	};
}

interface Tags {
	readonly title: string | undefined;
	readonly genres: readonly string[];
	/** An image of any type. */
	readonly cover: Uint8Array | undefined;
}

/**
 * Broken tags count as none: the sound plays without them, and its file name can stand in.
 * @param converted the MP3 made from the file. It has the same tags, and is read if the file has the wrong
 * ending.
 */
async function readTags(file: string, converted: string): Promise<Tags> {
	const parsed = await parseFile(file).catch(() => undefined);
	const { title, genre = [], picture } = parsed?.common ?? {};
	if (title === undefined && converted !== file) return await readTags(converted, converted);
	return { title, genres: genre, cover: selectCover(picture)?.data };
}
