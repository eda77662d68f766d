/** Favourite clips, stored on the device with all their fields, so that they show without the catalogue. */
import { instantJson } from "../../../contract/envelope.ts";
import {
	FIELDS,
	INSTANT_FIELDS,
	type Instant,
	type InstantField,
	SLUG,
	withMedia,
} from "../../../contract/instant.ts";
import { onRemembered, recall, remember } from "../page/device.ts";
import { SITE_ROOT } from "../page/site-root.ts";

const STORED_AS = "favourites";

/** Patterns that these fields must match; else the stored clip is damaged. */
const PATTERNS: { readonly [F in InstantField]?: RegExp } = {
	name: /\S/,
	slug: SLUG,
	color: /^[0-9a-f]{6}$/i,
};

const isOptional = (field: InstantField): boolean => FIELDS[field] === "number";

/** The value of a field on the device; undefined, unless it is optional, means that the clip is damaged. */
function fieldIn(field: InstantField, value: unknown): string | number | null | undefined {
	if (isOptional(field)) return typeof value === "number" ? value : undefined;
	const text = typeof value === "string" ? value : "";
	if (PATTERNS[field]?.test(text) === false) return undefined;
	if (FIELDS[field] === "text") return text;
	return urlIn(text) ?? (FIELDS[field] === "media" ? undefined : null);
}

/** The complete URL; undefined for what is none, or could run a script. */
function urlIn(text: string): string | undefined {
	try {
		const { href } = new URL(text, SITE_ROOT);
		return text !== "" && /^https?:/.test(href) ? href : undefined;
	} catch {
		return undefined;
	}
}

/** The clips among values from the device. Damaged ones are left out. */
function favouritesIn(values: unknown): Instant[] {
	if (!Array.isArray(values)) return [];
	return values
		.map(Object)
		.map((value) => INSTANT_FIELDS.map((field) => [field, fieldIn(field, value[field])] as const))
		.filter((fields) => fields.every(([field, value]) => value !== undefined || isOptional(field)))
		.map(Object.fromEntries);
}

/** Makes URLs on this site relative, so that favourites also work on a mirror of it. */
function portable(clip: Instant): Instant {
	return withMedia(clip, (url) => (url.startsWith(SITE_ROOT) ? url.slice(SITE_ROOT.length) : url));
}

/** All favourites, in the order in which they were added. */
export class Favourites {
	#clips: Map<string, Instant>;
	readonly #changed: (isAsked: boolean) => void;

	/**
	 * @param changed called after every change; `isAsked` when someone has just added favourites on
	 * this page
	 */
	constructor(changed: (isAsked: boolean) => void) {
		this.#changed = changed;
		this.#clips = this.#read();
		onRemembered(STORED_AS, () => {
			this.#clips = this.#read();
			changed(false);
		});
	}

	#read(): Map<string, Instant> {
		return new Map(favouritesIn(recall(STORED_AS)).map((clip) => [clip.slug, clip]));
	}

	get clips(): Instant[] {
		return [...this.#clips.values()];
	}

	has(slug: string): boolean {
		return this.#clips.has(slug);
	}

	/** Adds or removes a clip; false when the device will not remember it. */
	set(clip: Instant, isFavourite: boolean): boolean {
		if (isFavourite) this.#clips.set(clip.slug, clip);
		else this.#clips.delete(clip.slug);
		return this.#store(isFavourite);
	}

	/** Makes these the favourites again, as they were before a change. */
	restore(clips: readonly Instant[]): void {
		this.#clips = new Map(clips.map((clip) => [clip.slug, clip]));
		this.#store(false);
	}

	/** Updates a favourite from the catalogue: its media may have moved. */
	update(clip: Instant): void {
		const kept = this.#clips.get(clip.slug);
		if (kept === undefined || instantJson(kept) === instantJson(clip)) return;
		this.#clips.set(clip.slug, clip);
		this.#store(false);
	}

	#store(isAsked: boolean): boolean {
		const isKept = remember(STORED_AS, this.clips.map(portable));
		this.#changed(isAsked);
		return isKept;
	}
}
