/**
 * Reads slug files, which say where in the packs the clip with a slug is. Removed clips keep their slugs,
 * with null in place of the position:
 *
 *     {
 *     "boom":12,
 *     "old-boom":null
 *     }
 */
import { filesOf } from "./index-node.ts";
import { readParsed, type Store } from "./store.ts";

const FOLDER = "slugs";

type SlugFile = Readonly<Record<string, number | null>>;

/** The position of the clip; null if it was removed, undefined if no clip had the slug. Throws DamagedTree. */
export async function positionOf(
	store: Store,
	root: string,
	slug: string,
): Promise<number | null | undefined> {
	const range = { from: slug, reaches: () => false };
	const [[entry] = []] = await filesOf<string>(store, FOLDER, root, [range]);
	if (entry === undefined) return undefined;
	const file = await readParsed<SlugFile>(store, FOLDER, entry[1], JSON.parse);
	// A slug may be called like a method of all objects.
	return Object.hasOwn(file, slug) ? file[slug] : undefined;
}
