/** The clips of crawled pages, checked as a catalogue is. */
import { explain, instantSchema } from "../catalogue/instant.ts";
import { parseMediaPath } from "../catalogue/media-path.ts";
import { CatalogueError, type Problem } from "../catalogue/problems.ts";
import type { Instant, MediaFolder } from "../contract/instant.ts";
import type { Page } from "./crawl-page.ts";
import type { CrawledClip, MediaFile } from "./crawled-clip.ts";
import { mediaProblems } from "./crawled-media-files.ts";

/**
 * All clips, in the order of the pages. Throws a CatalogueError with every problem.
 * @param withMedia whether the media must be files of their own here
 */
export function crawledClips(pages: readonly Page[], withMedia: boolean): CrawledClip[] {
	const problems: Problem[] = [];
	const clips: CrawledClip[] = [];
	for (const page of pages) {
		for (const [i, result] of page.results.entries()) {
			const place = { file: `${page.url} result ${i + 1}` };
			const record = complete(result, page.url);
			const checked = instantSchema.safeParse(record);
			if (checked.success) clips.push(clipOf(record as Instant));
			else {
				for (const fault of explain(record, checked.error)) problems.push({ place, ...fault });
			}
		}
	}
	if (withMedia) problems.push(...mediaProblems(clips));
	if (problems.length > 0) throw new CatalogueError(problems);
	return clips;
}

/** A server may give paths of its own instead of complete URLs. */
function complete(result: unknown, base: string): unknown {
	if (typeof result !== "object" || result === null) return result;
	const { origin } = new URL(base);
	const media = (["sound", "image"] as const).flatMap((field) => {
		const value = (result as Record<string, unknown>)[field];
		const isPath = typeof value === "string" && value.startsWith("/") && !value.startsWith("//");
		return isPath ? [[field, `${origin}${value}`]] : [];
	});
	return { ...result, ...Object.fromEntries(media) };
}

function clipOf(instant: Instant): CrawledClip {
	const file = (url: string, folder: MediaFolder): MediaFile => {
		return { path: `media/${folder}/${parseMediaPath(url, folder).path}`, url };
	};
	const { sound, image = null } = instant;
	return {
		instant: {
			...instant,
			image,
			description: instant.description ?? "",
			tags: instant.tags ?? "",
		},
		sound: file(sound, "sounds"),
		image: image === null ? null : file(image, "instants_images"),
	};
}
