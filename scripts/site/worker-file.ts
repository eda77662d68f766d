/** The service worker of one build: the bundled worker, told which build it belongs to. */
import { bundle } from "../publish/bundle.ts";
import { listHash } from "../publish/manifest.ts";
import type { FileEntry } from "../publish/tree-writer.ts";
import type { Build } from "./service-worker/build.ts";

/** At the root, so that it may answer for the whole site, and always there: browsers ask for it again. */
export const SERVICE_WORKER_PATH = "service-worker.js";

const ENTRY = new URL("service-worker/main.ts", import.meta.url);

/** The same for every build of a process. */
let bundled: string | undefined;

/**
 * The text of the worker. It holds the hash of all other files, so that browsers see a new worker
 * with every new build, and the worker can tell whether what it reads is of its own build.
 * @param entries all other files of the tree, sorted by path
 * @param sitePaths those of them that are pages, and what pages load
 */
export function serviceWorker(
	entries: readonly FileEntry[],
	sitePaths: ReadonlySet<string>,
): string {
	bundled ??= bundle(ENTRY, { format: "iife", platform: "browser", minify: true });
	const build: Build = {
		contents: listHash(entries),
		site: entries.filter(({ path }) => sitePaths.has(path)),
	};
	return `const BUILD=${JSON.stringify(build)};\n${bundled}`;
}
