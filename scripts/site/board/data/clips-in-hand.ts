/** All clips of a small catalogue, so that the page can look through more than their names. */
import type { Instant } from "../../../contract/instant.ts";
import { clipHere, facts } from "../page/page-elements.ts";
import { loadMatchesScript } from "./api.ts";
import { filesForRequest } from "./files.ts";

type Clips = Promise<readonly Instant[] | undefined>;

let known: { readonly build: string; readonly clips: Clips; isRead: boolean } | undefined;

/** Whether `clipsInHand` answers without reading anything. */
export function isInHand(build: string): boolean {
	return known?.build === build && known.isRead;
}

/**
 * All clips in the order of the listing; undefined if there are too many, or they cannot be had.
 * @param build the beginning of the build's id
 */
export function clipsInHand(build: string): Clips {
	if (known?.build === build) return known.clips;
	const clips = readClips(build).catch((error: unknown) => {
		known = undefined;
		console.warn(`instants: searches names alone: ${error}`);
		return undefined;
	});
	const own = { build, clips, isRead: false };
	known = own;
	clips.then(() => {
		own.isRead = true;
	});
	return clips;
}

async function readClips(build: string): Clips {
	if (!facts.fitsInHand) return undefined;
	const { readListing } = await loadMatchesScript();
	const files = filesForRequest();
	// What the page knew may have been of an earlier build.
	const rows = (await readListing(files, build)) ?? (await readListing(files, build));
	if (rows === undefined) throw new Error(`the clips of ${build} cannot be had`);
	return rows.map((row) => clipHere(JSON.parse(row) as Instant));
}
