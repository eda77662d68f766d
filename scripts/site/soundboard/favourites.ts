/** The clips that somebody likes: kept on the device, whole, so that they can be shown without the catalogue. */
import type { Instant } from "../../contract/instant.ts";
import { onRemembered, recall, remember } from "./device.ts";
import { SITE_ROOT } from "./site-root.ts";

const KEY = "favourites";
/** The version of the file that is saved. */
const VERSION = 1;
/** A file larger than this is none of ours; a favourite takes some 200 bytes. */
export const MAX_FILE_BYTES = 5_000_000;

/** The file is none of favourites; the message says why. */
export class FavouritesFileError extends Error {}

/** Turns media of this site into paths, so that a file can be taken to a mirror. */
function packed(clip: Instant): Instant {
	const short = (url: string): string =>
		url.startsWith(SITE_ROOT) ? url.slice(SITE_ROOT.length) : url;
	return {
		...clip,
		sound: short(clip.sound),
		image: clip.image === null ? null : short(clip.image),
	};
}

/** A clip out of what a file or the device says; undefined when it is none. */
function unpacked(value: unknown): Instant | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { name, slug, sound, color, image, description, tags } = value as Record<string, unknown>;
	const url = mediaUrl(sound);
	if (typeof name !== "string" || name.trim() === "" || url === undefined) return undefined;
	if (typeof slug !== "string" || !/^[a-z0-9_-]+$/.test(slug)) return undefined;
	if (typeof color !== "string" || !/^[0-9a-f]{6}$/i.test(color)) return undefined;
	const text = (given: unknown): string => (typeof given === "string" ? given : "");
	return {
		name,
		slug,
		sound: url,
		color,
		image: mediaUrl(image) ?? null,
		description: text(description),
		tags: text(tags),
	};
}

/** A complete http(s) URL; undefined for anything else. */
function mediaUrl(value: unknown): string | undefined {
	if (typeof value !== "string" || !URL.canParse(value, SITE_ROOT)) return undefined;
	const url = new URL(value, SITE_ROOT);
	return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The same for clips that are the same. */
function textOf(clip: Instant): string {
	return JSON.stringify(unpacked(packed(clip)));
}

function unpackedAll(values: unknown): Instant[] {
	if (!Array.isArray(values)) return [];
	return values.map(unpacked).filter((clip) => clip !== undefined);
}

/** The favourites, in the order in which they were chosen. */
export class Favourites {
	#clips: Map<string, Instant>;
	readonly #changed: (isAsked: boolean) => void;

	/**
	 * @param changed told when there are others; `isAsked` when somebody has just added some on this
	 * page
	 */
	constructor(changed: (isAsked: boolean) => void) {
		this.#changed = changed;
		this.#clips = this.#read();
		onRemembered(KEY, () => {
			this.#clips = this.#read();
			changed(false);
		});
	}

	#read(): Map<string, Instant> {
		return new Map(unpackedAll(recall(KEY)).map((clip) => [clip.slug, clip]));
	}

	/** All of them. */
	get clips(): Instant[] {
		return [...this.#clips.values()];
	}

	has(slug: string): boolean {
		return this.#clips.has(slug);
	}

	/** Adds clips, or takes them away; tells whether the device will remember it. */
	set(clips: readonly Instant[], isFavourite: boolean): boolean {
		for (const clip of clips) {
			if (isFavourite) this.#clips.set(clip.slug, clip);
			else this.#clips.delete(clip.slug);
		}
		const isKept = remember(KEY, this.clips.map(packed));
		this.#changed(isFavourite);
		return isKept;
	}

	/** Takes what the catalogue says of a favourite now: its file may have moved. */
	update(clip: Instant): void {
		const kept = this.#clips.get(clip.slug);
		if (kept === undefined || textOf(kept) === textOf(clip)) return;
		this.#clips.set(clip.slug, clip);
		remember(KEY, this.clips.map(packed));
		this.#changed(false);
	}

	/** The text of a file with all of them. */
	toFile(): string {
		const file = { version: VERSION, favourites: this.clips.map(packed) };
		return `${JSON.stringify(file, null, "\t")}\n`;
	}
}

/** The clips of a saved file. Throws a FavouritesFileError. */
export function clipsInFile(text: string): Instant[] {
	const file = parsed(text);
	if (file?.version !== VERSION || !Array.isArray(file.favourites)) {
		throw new FavouritesFileError("This is no file of favourites.");
	}
	const clips = unpackedAll(file.favourites);
	if (clips.length < file.favourites.length) {
		const broken = file.favourites.length - clips.length;
		throw new FavouritesFileError(
			`${broken} of the clips in this file are damaged; none was added.`,
		);
	}
	return clips;
}

function parsed(text: string): { version?: unknown; favourites?: unknown } | null {
	try {
		return JSON.parse(text) as { version?: unknown; favourites?: unknown } | null;
	} catch {
		return null;
	}
}
