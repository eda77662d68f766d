/** The media files that crawled clips name, and where they will lie. */
import type { Problem } from "../catalogue/problems.ts";
import type { CrawledClip, MediaFile } from "./crawled-clip.ts";
import { clashes, pathFault } from "./file-path.ts";

/** The media of all clips, each once. */
export function mediaOf(clips: readonly CrawledClip[]): MediaFile[] {
	const files = clips.flatMap(({ sound, image }) => (image === null ? [sound] : [sound, image]));
	return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** Media that would not be files of their own here. */
export function mediaProblems(clips: readonly CrawledClip[]): Problem[] {
	const problems: Problem[] = [];
	const urls = new Map<string, string>();
	for (const { instant, sound, image } of clips) {
		for (const file of image === null ? [sound] : [sound, image]) {
			const other = urls.get(file.path);
			const refuse = (message: string): void => {
				const place = { file: `clip ${instant.slug}` };
				problems.push({
					place,
					field: file === sound ? "sound" : "image",
					value: file.url,
					message,
				});
			};
			const fault = pathFault(file.path);
			if (fault !== undefined) refuse(`would be ${file.path}, which ${fault}`);
			if (other !== undefined && other !== file.url) {
				refuse(`would be ${file.path}, as ${other} would; leave media out with --no-media`);
			}
			urls.set(file.path, file.url);
		}
	}
	for (const { path, fault } of clashes([...urls.keys()])) {
		problems.push({ place: { file: path }, field: "media", message: fault });
	}
	return problems;
}
