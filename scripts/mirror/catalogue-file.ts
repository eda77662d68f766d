/** Writes crawled clips as the one file of a catalogue. */
import { toJson } from "../contract/envelope.ts";
import type { CrawledClip, MediaFile } from "./crawled-clip.ts";

/**
 * The clips as a catalogue file has them, one a line.
 * @param isHere whether a media file is: it is given by path then, else by its URL
 */
export function catalogueFile(
	clips: readonly CrawledClip[],
	isHere: (path: string) => boolean,
): string {
	const place = ({ path, url }: MediaFile): string => (isHere(path) ? `/${path}` : url);
	return clips
		.map(({ instant, sound, image }) => {
			const { name, slug, color, description, tags } = instant;
			const media = { sound: place(sound), image: image && place(image) };
			const record = {
				name,
				slug,
				sound: media.sound,
				color,
				image: media.image,
				description,
				tags,
			};
			return `${toJson(record)}\n`;
		})
		.join("");
}
