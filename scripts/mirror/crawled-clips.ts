/** The clips of a live server: checked like those of a catalogue, with their media, and written as one. */

import { parseMediaPath } from "../catalogue/media-path.ts";
import { CatalogueError, type Problem } from "../catalogue/problems.ts";
import { explain, instantSchema } from "../catalogue/record-schema.ts";
import { instantJson } from "../contract/envelope.ts";
import { type Instant, MEDIA_FOLDERS, type MediaField, withMedia } from "../contract/instant.ts";
import type { Page } from "./crawl.ts";
import { clashes, pathFault } from "./file-path.ts";

export interface MediaFile {
	/** Relative to the data folder. */
	readonly path: string;
	readonly url: string;
}

const MEDIA_FIELDS = Object.keys(MEDIA_FOLDERS) as readonly MediaField[];

/**
 * All clips, in the order of the pages, with absolute media URLs. Throws a CatalogueError that lists
 * every problem.
 * @param storesMedia whether the media will be stored, so that their paths must be valid and distinct
 */
export function crawledClips(pages: readonly Page[], storesMedia: boolean): Instant[] {
	const problems: Problem[] = [];
	const clips: Instant[] = [];
	for (const page of pages) {
		for (const [i, result] of page.results.entries()) {
			const place = { file: `${page.url} result ${i + 1}` };
			const record = withAbsoluteUrls(result, page.url);
			const checked = instantSchema.safeParse(record);
			if (checked.success) clips.push({ ...DEFAULTS, ...(record as Instant) });
			else {
				for (const fault of explain(record, checked.error)) problems.push({ place, ...fault });
			}
		}
	}
	if (storesMedia) problems.push(...mediaProblems(clips));
	if (problems.length > 0) throw new CatalogueError(problems);
	return clips;
}

/** The values of fields that a server may leave out. */
const DEFAULTS = { image: null, description: "", tags: "" } as const satisfies Partial<Instant>;

/** Some servers give paths instead of complete URLs. */
function withAbsoluteUrls(result: unknown, base: string): unknown {
	if (typeof result !== "object" || result === null) return result;
	const { origin } = new URL(base);
	const media = MEDIA_FIELDS.flatMap((field) => {
		const value = (result as Record<string, unknown>)[field];
		const isPath = typeof value === "string" && value.startsWith("/") && !value.startsWith("//");
		return isPath ? [[field, `${origin}${value}`]] : [];
	});
	return { ...result, ...Object.fromEntries(media) };
}

/** Where a media file will be stored. */
function pathOf(url: string, field: MediaField): string {
	const folder = MEDIA_FOLDERS[field];
	return `media/${folder}/${parseMediaPath(url, folder).path}`;
}

function mediaOfClip(instant: Instant): (MediaFile & { readonly field: MediaField })[] {
	return MEDIA_FIELDS.flatMap((field) => {
		const url = instant[field];
		return url === null ? [] : [{ field, path: pathOf(url, field), url }];
	});
}

/** The media of all clips, without duplicates. */
export function mediaOf(clips: readonly Instant[]): MediaFile[] {
	return [...new Map(clips.flatMap(mediaOfClip).map((file) => [file.path, file])).values()];
}

function mediaProblems(clips: readonly Instant[]): Problem[] {
	const problems: Problem[] = [];
	const urls = new Map<string, string>();
	for (const clip of clips) {
		for (const { field, path, url: value } of mediaOfClip(clip)) {
			const place = { file: `clip ${clip.slug}` };
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
	clips: readonly Instant[],
	isStored: (path: string) => boolean,
): string {
	const place = (url: string, field: MediaField): string => {
		const path = pathOf(url, field);
		return isStored(path) ? `/${path}` : url;
	};
	return clips.map((clip) => `${instantJson(withMedia(clip, place))}\n`).join("");
}
