/** Looks up one key in files of the store that hold an object each: slugs and templates. */
import { filesOf } from "./index-node.ts";
import { readParsed, type Store, type StoreFolder } from "./store.ts";

/** The value of a key; undefined if there is none. Throws DamagedTree. */
export async function valueAt<T>(
	store: Store,
	folder: StoreFolder,
	root: string,
	key: string,
): Promise<T | undefined> {
	const range = { from: key, reaches: () => false };
	const [[entry] = []] = await filesOf<string>(store, folder, root, [range]);
	if (entry === undefined) return undefined;
	const file = await readParsed<Readonly<Record<string, T>>>(store, folder, entry[1], JSON.parse);
	// A key may be called like a method of all objects.
	return Object.hasOwn(file, key) ? file[key] : undefined;
}
