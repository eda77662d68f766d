/** The clips of crawled pages, checked as a catalogue is, and the media files that they name. */
import { explain, instantSchema } from "../catalogue/instant.ts";
import { parseMediaPath } from "../catalogue/media-path.ts";
import { CatalogueError, type Problem } from "../catalogue/problems.ts";
import { type Instant, toJson } from "../contract/envelope.ts";
import type { MediaFolder } from "../contract/links.ts";
import type { Page } from "./crawl-page.ts";
import { clashes, pathFault } from "./file-path.ts";

/** A media file of a live server. */
export interface MediaFile {
	/** Where it will lie in the data folder. */
	readonly path: string;
	readonly url: string;
}

/** A clip with complete URLs, and where its media will lie. */
export interface CrawledClip {
	readonly instant: Instant;
	readonly sound: MediaFile;
	readonly image: MediaFile | null;
}

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

/** The media of all clips, each once. */
export function mediaOf(clips: readonly CrawledClip[]): MediaFile[] {
	const files = clips.flatMap(({ sound, image }) => (image === null ? [sound] : [sound, image]));
	return [...new Map(files.map((file) => [file.path, file])).values()];
}

/** Media that would not be files of their own here. */
function mediaProblems(clips: readonly CrawledClip[]): Problem[] {
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
