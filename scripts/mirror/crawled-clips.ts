/** The clips of a live server: checked like those of a catalogue, with their media, and written as one. */
import { explain, instantSchema } from "../catalogue/instant.ts";
import { parseMediaPath } from "../catalogue/media-path.ts";
import { CatalogueError, type Problem } from "../catalogue/problems.ts";
import { type Instant, toJson } from "../contract/envelope.ts";
import type { MediaFolder } from "../contract/links.ts";
import type { Page } from "./crawl.ts";
import { clashes, pathFault } from "./file-path.ts";

export interface MediaFile {
	/** Relative to the data folder. */
	readonly path: string;
	readonly url: string;
}

export interface CrawledClip {
	/** Its media URLs are absolute. */
	readonly instant: Instant;
	readonly sound: MediaFile;
	readonly image: MediaFile | null;
}

/**
 * All clips, in the order of the pages. Throws a CatalogueError that lists every problem.
 * @param withMedia whether the media will be stored, so that their paths must be valid and distinct
 */
export function crawledClips(pages: readonly Page[], withMedia: boolean): CrawledClip[] {
	const problems: Problem[] = [];
	const clips: CrawledClip[] = [];
	for (const page of pages) {
		for (const [i, result] of page.results.entries()) {
			const place = { file: `${page.url} result ${i + 1}` };
			const record = withAbsoluteUrls(result, page.url);
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

/** Some servers give paths instead of complete URLs. */
function withAbsoluteUrls(result: unknown, base: string): unknown {
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
	const { sound, image = null, description = "", tags = "" } = instant;
	return {
		instant: { ...instant, image, description, tags },
		sound: file(sound, "sounds"),
		image: image === null ? null : file(image, "instants_images"),
	};
}

function filesOf({ sound, image }: CrawledClip): MediaFile[] {
	return image === null ? [sound] : [sound, image];
}

/** The media of all clips, without duplicates. */
export function mediaOf(clips: readonly CrawledClip[]): MediaFile[] {
	return [...new Map(clips.flatMap(filesOf).map((file) => [file.path, file])).values()];
}

function mediaProblems(clips: readonly CrawledClip[]): Problem[] {
	const problems: Problem[] = [];
	const urls = new Map<string, string>();
	for (const clip of clips) {
		for (const file of filesOf(clip)) {
			const { path, url: value } = file;
			const place = { file: `clip ${clip.instant.slug}` };
			const field = file === clip.sound ? "sound" : "image";
			const refuse = (message: string) => problems.push({ place, field, value, message });
			const fault = pathFault(path);
			if (fault !== undefined) refuse(`would be stored as ${path}, which ${fault}`);
			const other = urls.get(path);
			if (other !== undefined && other !== value) {
				refuse(`would be stored as ${path}, like ${other}; leave media out with --no-media`);
			}
			urls.set(path, value);
		}
	}
	for (const { path, fault } of clashes([...urls.keys()])) {
		problems.push({ place: { file: path }, field: "media", message: fault });
	}
	return problems;
}

/**
 * The clips as a catalogue file, one per line.
 * @param isStored whether a media file is here; its path replaces the URL then
 */
export function catalogueText(
	clips: readonly CrawledClip[],
	isStored: (path: string) => boolean,
): string {
	const place = ({ path, url }: MediaFile): string => (isStored(path) ? `/${path}` : url);
	return clips
		.map(({ instant: { name, slug, color, description, tags }, ...media }) => {
			const sound = place(media.sound);
			const image = media.image && place(media.image);
			return `${toJson({ name, slug, sound, color, image, description, tags })}\n`;
		})
		.join("");
}
