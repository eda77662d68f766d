/** The service worker of one build: the bundled worker, told which build it belongs to. */
import { bundle } from "../bundle.ts";
import type { Build } from "./service-worker/build.ts";

/** At the root, so that it may answer for the whole site, and always there: browsers ask for it again. */
export const SERVICE_WORKER_PATH = "service-worker.js";

const ENTRY = new URL("service-worker/main.ts", import.meta.url);

/** The same for every build of a process. */
let bundled: string | undefined;

/**
 * The text of the worker. It holds the hash of all other files, so that browsers see a new worker
 * with every new build, and the worker can tell whether what it reads is of its own build.
 */
export function serviceWorker(build: Build): string {
	bundled ??= bundle(ENTRY, { format: "iife", platform: "browser", minify: true });
	return `const BUILD=${JSON.stringify(build)};\n${bundled}`;
}
