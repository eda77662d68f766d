/** What the page loads to look through all clips of a small catalogue, and for names that are spelled alike. */
import { listedRows } from "../../../edge/composed.ts";
import { rowsBetween } from "../../../tree/packs.ts";
import { type Asset, readTree } from "../../../tree/reading.ts";
import { MAX_IN_HAND } from "../page/build-facts.ts";

export { allMatches, matchesByName, otherMatches } from "./other-matches.ts";
export { mayBeMistyped, similarNames } from "./similar-names.ts";

/**
 * All clips in the order of the listing, as JSON; undefined if another build is published, or there are too
 * many. Throws DamagedTree.
 * @param build the beginning of the build's id
 */
export async function readListing(
	asset: Asset,
	build: string,
): Promise<readonly string[] | undefined> {
	const tree = await readTree(asset);
	const { build: published, count } = tree.pointer;
	if (!published.startsWith(build) || count > MAX_IN_HAND) return undefined;
	return listedRows(tree, 0, count);
}

/** Offers all tags to who looks for one, those of the most clips first. Throws DamagedTree. */
export async function offerTags(list: HTMLElement, asset: Asset): Promise<void> {
	const { pointer, store } = await readTree(asset);
	if (pointer.tags === undefined) return;
	const rows = await rowsBetween(store, pointer.tags, 0, Number.POSITIVE_INFINITY, "tags");
	list.append(...rows.map((row) => new Option(JSON.parse(row).name)));
}
