/** Derives the names, tags and credits of clips from the embedded tags and the file names of their sounds. */
import { basename, dirname, resolve } from "node:path";
import { parseFile, selectCover } from "music-metadata";
import { clipCredit, clipName, clipTags } from "./clip-name.ts";
import type { FoundSound } from "./found-sounds.ts";
import type { Candidate } from "./import-plan.ts";

/** The possible sources of an imported clip's tags: the folder of its sound, or the genre. */
export const TAG_SOURCES = ["folder", "genre"] as const;
export type TagSource = (typeof TAG_SOURCES)[number];

/** A candidate, described by the tags and the file name of its sound. */
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

/** Broken tags are ignored: the sound plays without them, and the file name can replace the title. */
async function readTags(file: string) {
	const { common } = (await parseFile(file).catch(() => undefined)) ?? {};
	const { title, genre = [], picture } = common ?? {};
	return { title, genres: genre, cover: selectCover(picture)?.data };
}
