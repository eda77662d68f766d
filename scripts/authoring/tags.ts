/** Reads what the tags of an MP3 say about it. */
import { type IAudioMetadata, parseFile, selectCover } from "music-metadata";

export interface Tags {
	readonly title: string | undefined;
	readonly genres: readonly string[];
	/** Of any type. */
	readonly cover: Uint8Array | undefined;
}

export async function readTags(file: string): Promise<Tags> {
	const { title, genre = [], picture } = (await tagsOf(file))?.common ?? {};
	return { title, genres: genre, cover: selectCover(picture)?.data };
}

/** Broken tags are taken for none, since the sound plays without them, and its file has a name. */
async function tagsOf(file: string): Promise<IAudioMetadata | undefined> {
	return parseFile(file).catch(() => undefined);
}
