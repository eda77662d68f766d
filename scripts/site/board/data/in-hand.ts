/**
 * The other source of clips besides the API: a small catalogue, which the page holds as a whole, and so can
 * order and look through for more than names.
 */
import type { Instant } from "../../../contract/instant.ts";
import { PAGE_SIZE } from "../../../contract/page-number.ts";
import { clipHere, facts } from "../page/page-elements.ts";
import { loadMatchesScript } from "./api.ts";
import { filesForRequest } from "./files.ts";
import type { Asked } from "./other-matches.ts";
import { listed, type Results } from "./results.ts";

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

/** All clips that the search means, by name; undefined if there are none, or they are not in hand. */
export async function sortedByName(asked: Asked, build: string): Promise<Results | undefined> {
	const clips = await clipsInHand(build);
	if (clips === undefined) return undefined;
	const matches = (await loadMatchesScript()).matchesByName(clips, asked);
	return matches.length === 0 ? undefined : listed(matches);
}

/** What the API found, and then other clips that the search means; undefined if there are none in hand. */
export async function withOthers(
	{ count, page }: Results,
	asked: Asked,
	build: string,
): Promise<Results | undefined> {
	const clips = await clipsInHand(build);
	if (clips === undefined) return undefined;
	const { otherMatches } = await loadMatchesScript();
	const others = otherMatches(clips, asked);
	if (others.length === 0) return undefined;
	return {
		count: count + others.length,
		isGuess: false,
		page: async (number) => {
			const found = (number - 1) * PAGE_SIZE < count ? await page(number) : [];
			const place = (end: number): number => Math.max(0, end * PAGE_SIZE - count);
			return [...found, ...others.slice(place(number - 1), place(number))];
		},
	};
}
