/**
 * Looks up keys in store files that contain an object: the position of the clip with a slug, the template of a
 * page.
 */
import { filesOf } from "./index-node.ts";
import { DamagedTree, readParsed, type Store, type StoreFolder } from "./store.ts";

/** The value of a key; undefined if there is none. Throws DamagedTree. */
async function valueAt<T>(
	store: Store,
	folder: StoreFolder,
	root: string,
	key: string,
): Promise<T | undefined> {
	const [[entry] = []] = await filesOf<string>(store, folder, root, [{ from: key }]);
	if (entry === undefined) return undefined;
	const [, name] = entry;
	const file = await readObject(store, folder, name);
	// A key may be the name of a method that all objects have.
	return Object.hasOwn(file, key) ? (file[key] as T) : undefined;
}

/** Reads a store file that contains an object. Throws DamagedTree. */
export function readObject(
	store: Store,
	folder: StoreFolder,
	name: string,
): Promise<Readonly<Record<string, unknown>>> {
	return readParsed(store, folder, name, "an object", (value) =>
		Object(value) === value && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: undefined,
	);
}

/**
 * The position of the clip with a slug. Slugs of removed clips stay listed:
 *
 *     {
 *     "boom":12,
 *     "old-boom":null,
 *     "older-boom":"Too loud."
 *     }
 *
 * Returns the reason or null if the clip was removed, undefined if no clip had the slug. Throws DamagedTree.
 */
export function positionOf(
	store: Store,
	root: string,
	slug: string,
): Promise<number | string | null | undefined> {
	return valueAt<number | string | null>(store, "slugs", root, slug);
}

/**
 * The templates of pages that are composed on request. `clip` has slots for a clip (pages/clip-page.ts); `gone`
 * and `missing`, for removed and unknown clips, have a slot for the path to the front page. `provider` is the
 * title of the site, which other sites show beside a clip.
 */
export type TemplateName = "clip" | "gone" | "missing" | "provider";

/** The text of a template. Throws DamagedTree. */
export async function templateOf(store: Store, root: string, name: TemplateName): Promise<string> {
	const text = await valueAt<string>(store, "templates", root, name);
	if (text === undefined) throw new DamagedTree(`there is no template ${name}`);
	return text;
}
