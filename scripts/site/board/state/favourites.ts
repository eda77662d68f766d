/** Favourite clips, stored on the device with all their fields, so that they can be shown without the catalogue. */
import { instantJson } from "../../../contract/envelope.ts";
import { type Instant, SLUG, withMedia } from "../../../contract/instant.ts";
import { onRemembered, recall, remember } from "../page/device.ts";
import { SITE_ROOT } from "../page/site-root.ts";

const STORED_AS = "favourites";

/** The fields of a clip that are always text. */
const TEXTS = ["name", "slug", "sound", "color", "description", "tags"] as const;

/** The clips among values from the device, with absolute URLs. Values that cannot be read as clips are left out. */
export function clipsAmong(values: unknown): Instant[] {
	return Array.isArray(values) ? values.flatMap(clipIn) : [];
}

function clipIn(value: Partial<Instant> | null): [] | [Instant] {
	const clip = { color: "888888", image: null, description: "", tags: "", ...value } as Instant;
	try {
		if (TEXTS.some((field) => typeof clip[field] !== "string") || !SLUG.test(clip.slug)) return [];
		if (![clip.duration, clip.gain].every((number = 0) => Number.isFinite(number))) return [];
		return [withMedia(clip, (url) => new URL(url, SITE_ROOT).href)];
	} catch {
		return [];
	}
}

/** Makes URLs on this site relative, so that stored clips also work on a mirror of the site. */
export function portable(clip: Instant): Instant {
	return withMedia(clip, (url) => (url.startsWith(SITE_ROOT) ? url.slice(SITE_ROOT.length) : url));
}

/** `isAsked` is true if the visitor has just added a favourite, and `isElsewhere` if another tab has changed them. */
type Changed = (isAsked?: boolean, isElsewhere?: boolean) => void;

/** All favourites, in the order in which they were added or arranged. */
export class Favourites {
	#clips: Map<string, Instant>;
	readonly #changed: Changed;

	/** @param changed called after every change */
	constructor(changed: Changed) {
		this.#changed = changed;
		this.#clips = this.#read();
		onRemembered(STORED_AS, () => {
			this.#clips = this.#read();
			changed(false, true);
		});
	}

	#read(): Map<string, Instant> {
		return new Map(clipsAmong(recall(STORED_AS)).map((clip) => [clip.slug, clip]));
	}

	get clips(): Instant[] {
		return [...this.#clips.values()];
	}

	has(slug: string): boolean {
		return this.#clips.has(slug);
	}

	/** Makes these clips the favourites, in this order; false if the device cannot store them. */
	replace(clips: readonly Instant[], isAsked = false): boolean {
		// Asks the browser not to evict what is stored.
		if (clips.length > this.#clips.size) navigator.storage?.persist?.().catch(() => {});
		this.#clips = new Map(clips.map((clip) => [clip.slug, clip]));
		return this.#store(isAsked);
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
