/** Reads what the tags and file names of sounds say about the clips that they could become. */
import { basename, dirname, resolve } from "node:path";
import { parseFile, selectCover } from "music-metadata";
import { clipCredit, clipName, clipTags } from "./clip-name.ts";
import type { FoundSound } from "./found-sounds.ts";
import type { Candidate } from "./import-plan.ts";

/** Where imported clips may get their tags: the folder that a sound is in, or its genre. */
export const TAG_SOURCES = ["folder", "genre"] as const;
export type TagSource = (typeof TAG_SOURCES)[number];

/** A sound in a folder as a clip, with what its tags and its name say. */
export function fromTags(
	{ file, source }: FoundSound,
	tagSources: readonly TagSource[],
): Candidate {
	return {
		sound: file,
		from: source,
		details: async () => {
			const { title, genres, cover } = await readTags(source);
			const from = { folder: [basename(dirname(resolve(source)))], genre: genres };
			const name = clipName(title, basename(source));
			const tags = clipTags(tagSources.flatMap((source) => from[source]));
			const credit = clipCredit(basename(source));
			return {
				fields: { name, tags, ...(credit && { description: credit }) },
				...(cover && { picture: async () => (await readTags(source)).cover }),
			};
		},
	};
}

/** Broken tags count as none: the sound plays without them, and its file name can stand in. */
async function readTags(file: string) {
	const { common } = (await parseFile(file).catch(() => undefined)) ?? {};
	const { title, genre = [], picture } = common ?? {};
	return { title, genres: genre, cover: selectCover(picture)?.data };
}
