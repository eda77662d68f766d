/** Runs requests in new processes, with the handler bundled as for the hosts and files from the disk. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../scripts/bundling/bundle.ts";

const REQUESTS = fileURLToPath(new URL("requests-process.mjs", import.meta.url));
const HANDLER = new URL("../../scripts/edge/handler.ts", import.meta.url);

/** The cost of a request. */
export interface MeasuredRequest {
	/** In milliseconds, of all threads. */
	readonly cpu: number;
	/** Files and bytes read. */
	readonly files: number;
	readonly bytes: number;
	readonly status: number;
	readonly count: number;
}

/** Runs a new Node, and parses the JSON that it prints. */
export function inFreshProcess<T>(args: readonly string[]): T {
	// The figures of some thousands of requests take less.
	const options = { encoding: "utf8", maxBuffer: 16 * 1024 * 1024 } as const;
	return JSON.parse(execFileSync(process.execPath, args, options));
}

/** Writes the bundle of the handler into a folder. Returns its path. */
export function writeHandler(folder: string): string {
	const path = join(folder, "handler.mjs");
	writeFileSync(path, bundle(HANDLER));
	return path;
}

/** Requests the URLs, one after the other. `load` is the CPU time of loading the code, in milliseconds. */
export function measureRequests(
	handler: string,
	tree: string,
	urls: readonly string[],
): { load: number; requests: MeasuredRequest[] } {
	return inFreshProcess([REQUESTS, handler, tree, ...urls]);
}
