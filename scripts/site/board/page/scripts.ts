/** Loads the scripts that the first view does not need. */
import { fileUrl } from "./site-root.ts";

/** A file is not on the device, and the host does not send it. */
export class Unreachable extends Error {}

/** A build other than the page's own has been published. */
export class BuildReplaced extends Error {}

/** Enough for the pointer and scripts on a slow network. Every search may have to wait this long. */
export const SMALL_FILE_TIMEOUT_MS = 6000;

/** Enough for the largest file on a slow network, and nobody would wait longer. */
export const FILE_TIMEOUT_MS = 20_000;

/** How often each script has failed to load: browsers request it again only at a different address. */
const failures = new Map<string, number>();

/**
 * Runs the script at this path. Throws Unreachable if it cannot be loaded, or if the host stays silent (browsers
 * would wait for ever), and BuildReplaced if the script is gone.
 */
export async function loadScript<Script>(path: string): Promise<Script> {
	const failed = failures.get(path) ?? 0;
	const url = fileUrl(path) + (failed === 0 ? "" : `?${failed}`);
	const waited = AbortSignal.timeout(SMALL_FILE_TIMEOUT_MS);
	const silence = new Promise<never>((_, reject) => {
		waited.onabort = () => reject(waited.reason);
	});
	try {
		return await Promise.race([import(url) as Promise<Script>, silence]);
	} catch (error) {
		failures.set(path, failed + 1);
		if (!waited.aborted && (await isGone(url))) throw new BuildReplaced(`${url} is gone`);
		throw new Unreachable(`${url}: ${error}`);
	}
}

/** Whether a deploy has deleted the script. */
async function isGone(url: string): Promise<boolean> {
	const signal = AbortSignal.timeout(SMALL_FILE_TIMEOUT_MS);
	const answer = await fetch(url, { method: "HEAD", signal }).catch(() => undefined);
	return answer?.status === 404;
}
