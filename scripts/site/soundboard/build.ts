/**
 * Reads the published files of one build. Without a service worker, as in private windows and over
 * plain HTTP, a deploy changes files under an open page, and the browser may have cached older ones.
 * Mixing builds would show wrong clips: their positions differ.
 */
import { type PublishedTree, readTree } from "../../tree/reading.ts";
import { DamagedTree, type Store } from "../../tree/store.ts";
import { fileUrl } from "./site-root.ts";

/** There is no network, and the device does not hold the file. */
export class Unreachable extends Error {}

/** A newer build has been published since the page opened this one. */
export class BuildReplaced extends Error {}

export interface Build {
	readonly tree: PublishedTree;
	/** Reads JSON that is not of the store. Throws Unreachable or BuildReplaced. */
	read(path: string): Promise<unknown>;
}

/** Opens the build that is published next to the page. Files of the store belong to it by their names. */
export async function openBuild(): Promise<Build> {
	const tree = await readTree(fetchedFile);
	const { build } = tree.pointer;
	const check = async (): Promise<void> => {
		const now = await readTree(fetchedFile);
		if (now.pointer.build !== build)
			throw new BuildReplaced(`${now.pointer.build} has replaced ${build}`);
	};
	const { read } = tree.store;
	const store: Store = {
		// A new build may have taken away what only the old one had.
		read: (...file) =>
			read(...file).catch(async (error: unknown) => {
				if (error instanceof DamagedTree) await check();
				throw error;
			}),
	};
	return {
		tree: { ...tree, store },
		read: async (path) => {
			const [file] = await Promise.all([fetchedFile(path), check()]);
			return JSON.parse(new TextDecoder().decode(file));
		},
	};
}

/** Reads a published file; undefined when there is none. Throws Unreachable. */
async function fetchedFile(path: string): Promise<Uint8Array | undefined> {
	const url = fileUrl(path);
	// Only files of the store never change.
	const isStored = /\/[0-9a-f]{24}\.\w+$/.test(path);
	const response = await fetch(url, { cache: isStored ? "default" : "no-cache" }).catch(
		(error: unknown) => {
			throw new Unreachable(`${url}: ${error}`);
		},
	);
	if (response.status >= 502) throw new Unreachable(`${url}: status ${response.status}`);
	return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}
