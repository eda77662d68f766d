/** What the tags and the names of sounds say of the clips that they may become. */
import { basename, dirname, resolve } from "node:path";
import { parseFile, selectCover } from "music-metadata";
import { clipCredit, clipName, clipTags } from "./clip-name.ts";
import type { FoundSound } from "./found-sounds.ts";
import type { Candidate } from "./import-plan.ts";

/** Clips of a folder may get tags from the folder that a sound is in, or from its genre. */
export const TAG_SOURCES = ["folder", "genre"] as const;
export type TagSource = (typeof TAG_SOURCES)[number];

/** A sound of a folder as a clip, with what its tags and its name say. */
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
