/** All clips of a small catalogue, so that the page can look through more than their names. */
import type { Instant } from "../../contract/instant.ts";
import { rebased } from "../../edge/rebase.ts";
import { MAX_IN_HAND } from "../in-hand.ts";
import { countAll, loadSearchScript } from "./api.ts";
import { HOME } from "./build-facts.ts";
import { filesForRequest } from "./files.ts";
import { BASE_URL } from "./site-root.ts";

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

/** Whether a build has few enough clips. Throws BuildReplaced or Unreachable. */
export async function fitsInHand(build: string): Promise<boolean> {
	return (await countAll(build)) <= MAX_IN_HAND;
}

async function readClips(build: string): Clips {
	if (!(await fitsInHand(build))) return undefined;
	const { readListing } = await loadSearchScript();
	const files = filesForRequest();
	const listing = await readListing(files);
	// What the page knew may have been of an earlier build.
	const { rows, build: own } = listing.build.startsWith(build) ? listing : await readListing(files);
	if (!own.startsWith(build)) throw new Error(`${own} is published instead of ${build}`);
	return rows.map((row) => rebased(JSON.parse(row) as Instant, HOME, BASE_URL));
}
