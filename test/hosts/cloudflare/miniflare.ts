/** Runs a worker with its files on workerd, with the library that Cloudflare's own local tools use. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "../../fixtures/tree-files.ts";
import { CLOUDFLARE, requireFrom } from "../tools.ts";

interface Miniflare {
	readonly ready: Promise<URL>;
	getR2Bucket(
		binding: string,
	): Promise<{ put(key: string, content: Uint8Array): Promise<unknown> }>;
	dispose(): Promise<void>;
}

type MiniflareModule = { Miniflare: new (options: object) => Miniflare };

/** The configuration of a worker. */
export interface WorkerConfig {
	/** Path of its code. */
	readonly main: string;
	readonly compatibilityDate: string;
	/** Files that Cloudflare serves directly, or a folder of files that the worker reads from R2. */
	readonly files: StaticAssets | { readonly binding: string; readonly folder: string };
}

/** https://developers.cloudflare.com/workers/wrangler/configuration/#assets */
interface StaticAssets {
	readonly directory: string;
	readonly binding: string;
	/** Paths that the worker answers, rather than the assets. */
	readonly run_worker_first: readonly string[];
	readonly html_handling?: string;
	readonly not_found_handling?: string;
}

/** Serves the worker on a free port. Throws if the engine is not installed. */
export async function startWorker({ main, compatibilityDate, files }: WorkerConfig) {
	const { Miniflare }: MiniflareModule = requireFrom(CLOUDFLARE)("miniflare");
	const miniflare = new Miniflare({
		modules: true,
		script: readFileSync(main, "utf8"),
		compatibilityDate,
		...("folder" in files ? { r2Buckets: [files.binding] } : assetOptions(files)),
	});
	const { origin } = await miniflare.ready;
	if ("folder" in files) {
		const bucket = await miniflare.getR2Bucket(files.binding);
		for (const { path } of filesIn(files.folder)) {
			await bucket.put(path, new Uint8Array(readFileSync(join(files.folder, path))));
		}
	}
	return { origin, stop: () => miniflare.dispose() };
}

function assetOptions({
	directory,
	binding,
	run_worker_first,
	...assetConfig
}: StaticAssets): object {
	const routerConfig = { has_user_worker: true, static_routing: { user_worker: run_worker_first } };
	return { assets: { directory, binding, assetConfig, routerConfig } };
}
