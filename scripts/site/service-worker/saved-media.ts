/** Saves the sounds and pictures of all clips on the device, once someone has asked for it. */
import { type Instant, MEDIA_FIELDS } from "../../contract/instant.ts";
import { listedRows } from "../../edge/composed.ts";
import { rebased } from "../../edge/rebase.ts";
import { readTree } from "../../tree/reading.ts";
import { asset } from "./data.ts";
import { saveMedia } from "./media.ts";
import type { Held } from "./media-cache.ts";
import type { Build, MediaState } from "./messages.ts";
import { CHOICES_CACHE, SCOPE_URL, scopedUrl } from "./scope.ts";

declare const BUILD: Build;

/** Present in the cache of choices once all media of a build have been saved; says of which build. */
const SAVE_ALL = scopedUrl("/save-all-media");

/** Browsers end workers that take minutes to answer a message. */
const MAX_MS = 60_000;

/** Clips whose fields are in memory at the same time. */
const ROWS_A_TURN = 5000;

/** What is known about the media of all clips; undefined if there are none on this site. */
export async function mediaState(): Promise<MediaState | undefined> {
	const { mediaBytes: bytes } = BUILD;
	if (bytes === 0) return undefined;
	const saved = await (await (await caches.open(CHOICES_CACHE)).match(SAVE_ALL))?.text();
	return { bytes, isAsked: saved !== undefined, isSaved: saved === BUILD.contents };
}

/** Pages may ask at the same time. */
let last: Promise<unknown> = Promise.resolve();

/** Saves what is missing and there is time for, and lets go of what belongs to no clip. Throws DamagedTree. */
export function saveAllMedia(onProgress: (fraction: number) => void): Promise<Held> {
	const turn = last.then(async () => {
		const held = await saveMedia(await mediaUrls(), onProgress, Date.now() + MAX_MS);
		if (held.failed + held.left > 0) return held;
		await (await caches.open(CHOICES_CACHE)).put(SAVE_ALL, new Response(BUILD.contents));
		return held;
	});
	last = turn.catch(() => {});
	return turn;
}

async function mediaUrls(): Promise<readonly string[]> {
	const tree = await readTree(asset);
	const { pointer } = tree;
	const urls = new Set<string>();
	for (let from = 0; from < pointer.count; from += ROWS_A_TURN) {
		const to = Math.min(pointer.count, from + ROWS_A_TURN);
		for (const row of await listedRows(tree, from, to)) {
			const clip = rebased(JSON.parse(row) as Instant, pointer, SCOPE_URL);
			for (const field of MEDIA_FIELDS) {
				const url = clip[field];
				if (url !== null) urls.add(new URL(url).href);
			}
		}
	}
	return [...urls];
}
