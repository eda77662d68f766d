/** A list of clips in pages: the catalogue, a search, or favourites. */
import type { Instant } from "../../../contract/instant.ts";
import { PAGE_SIZE } from "../../../contract/page-number.ts";

export interface Results {
	readonly count: number;
	/** No name matched, so these are names with a similar spelling. */
	readonly isGuess: boolean;
	/** Clips with a similar spelling, if this found nothing; undefined if there are none. */
	readonly similar?: () => Promise<Results | undefined>;
	/** The clips of a page, from 1. Throws BuildReplaced once another build is published. */
	page(number: number): Promise<readonly Instant[]>;
}

/** Results from a list in memory. */
export function listed(clips: readonly Instant[]): Results {
	return { count: clips.length, isGuess: false, page: async (number) => pageOf(clips, number) };
}

/** One page, from 1, of a list. */
export function pageOf<T>(list: readonly T[], page: number): readonly T[] {
	return list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
}
