/** Runs a worker with its assets on workerd, by the library that Cloudflare's own local tools use. */
import { readFileSync } from "node:fs";
import { CLOUDFLARE, requireFrom } from "../tools.ts";

export interface WorkerServer {
	readonly origin: string;
	stop(): Promise<void>;
}

interface Miniflare {
	readonly ready: Promise<URL>;
	dispose(): Promise<void>;
}

type MiniflareModule = { Miniflare: new (options: object) => Miniflare };

/** What the configuration files say of a worker. */
export interface WorkerConfig {
	/** Path of its code. */
	readonly main: string;
	/** Folder of the assets. */
	readonly assets: string;
	/** Paths for which the worker is asked, and not the assets. */
	readonly workerFirst: readonly string[];
	readonly compatibilityDate: string;
}

/** Serves on a free port. Throws when the engine is not installed. */
export async function startWorker(config: WorkerConfig): Promise<WorkerServer> {
	const { Miniflare }: MiniflareModule = requireFrom(CLOUDFLARE)("miniflare");
	const miniflare = new Miniflare({
		modules: true,
		script: readFileSync(config.main, "utf8"),
		compatibilityDate: config.compatibilityDate,
		assets: {
			directory: config.assets,
			binding: "ASSETS",
			assetConfig: { not_found_handling: "404-page" },
			routerConfig: {
				has_user_worker: true,
				static_routing: { user_worker: config.workerFirst },
			},
		},
	});
	const { origin } = await miniflare.ready;
	return { origin, stop: () => miniflare.dispose() };
}
