/** What the page loads to search by itself: the handler, and what looks through all clips of a small catalogue. */
import { listedRows } from "../../edge/pages.ts";
import { type Asset, readTree } from "../../tree/reading.ts";

export { handleApi, toResponse } from "../../edge/api-handler.ts";
export { allMatches, matchesByName, otherMatches } from "./other-matches.ts";

/** All clips in the order of the listing, as JSON, and the id of their build. Throws DamagedTree. */
export async function readListing(
	asset: Asset,
): Promise<{ readonly build: string; readonly rows: readonly string[] }> {
	const tree = await readTree(asset);
	const { build, count } = tree.pointer;
	return { build, rows: await listedRows(tree, 0, count) };
}
