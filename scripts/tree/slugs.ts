/**
 * Reads slug files, which say where in the packs the clip with a slug is. Removed clips keep their slugs,
 * with null in place of the position:
 *
 *     {
 *     "boom":12,
 *     "old-boom":null
 *     }
 */
import { valueAt } from "./keyed-file.ts";
import type { Store } from "./store.ts";

/** The position of the clip; null if it was removed, undefined if no clip had the slug. Throws DamagedTree. */
export function positionOf(
	store: Store,
	root: string,
	slug: string,
): Promise<number | null | undefined> {
	return valueAt<number | null>(store, "slugs", root, slug);
}
