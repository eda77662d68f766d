/**
 * Opens the published build. A deploy changes files under an open page, and without a service worker,
 * as in private windows and over plain HTTP, nothing keeps the old ones.
 */
import { POINTER_PATH } from "../../tree/paths.ts";
import { type PublishedTree, readTree } from "../../tree/reading.ts";
import { DamagedTree, openStore, type Store } from "../../tree/store.ts";
import { fileUrl } from "./site-root.ts";

/** There is no network, and the device does not hold the file. */
export class Unreachable extends Error {}

/** A newer build has been published since the page opened this one. */
export class BuildReplaced extends Error {}

/** Opens the build that is published next to the page. Reading from it throws Unreachable or BuildReplaced. */
export async function openBuild(): Promise<PublishedTree> {
	// Files of the store never change, so a cached copy is good however old it is.
	const { pointer, store } = await readTree((path) => fetched(path, "force-cache"));
	const uncached = openStore((path) => fetched(path, "reload"));
	const read: Store["read"] = async (...file) => {
		try {
			return await store.read(...file);
		} catch (error) {
			if (!(error instanceof DamagedTree)) throw error;
			const now = await readTree((path) => fetched(path, "reload"));
			if (now.pointer.build !== pointer.build)
				throw new BuildReplaced(`${now.pointer.build} has replaced ${pointer.build}`);
			return uncached.read(...file);
		}
	};
	return { pointer, store: { read: remembering(read) } };
}

/** Reads a published file; undefined when there is none. Throws Unreachable. */
async function fetched(path: string, cache: RequestCache): Promise<Uint8Array | undefined> {
	const url = fileUrl(path);
	const response = await fetch(url, { cache: path === POINTER_PATH ? "no-cache" : cache }).catch(
		(error: unknown) => {
			throw new Unreachable(`${url}: ${error}`);
		},
	);
	if (response.status >= 502) throw new Unreachable(`${url}: status ${response.status}`);
	return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

/** Files that are remembered: those of the pages in view, and of the word that is being typed. */
const MAX_REMEMBERED = 100;

/** Reads each file once: neighbouring pages, and the letters of a word, need the same ones. */
function remembering(read: Store["read"]): Store["read"] {
	const remembered = new Map<string, Promise<string>>();
	return (folder, name, extension) => {
		const text = remembered.get(name) ?? read(folder, name, extension);
		// The one used last moves to the end.
		remembered.delete(name);
		remembered.set(name, text);
		text.catch(() => remembered.delete(name));
		const [oldest] = remembered.keys();
		if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
		return text;
	};
}
