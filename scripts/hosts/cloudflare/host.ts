/** Cloudflare: Workers with static assets, and Pages. The same worker, told of in two ways. */
import { bundle } from "../../bundle.ts";
import { STATIC_HEADERS } from "../headers.ts";
import type { Host } from "../host.ts";
import { type HostLimits, MIB } from "../limits.ts";
import { headersFile } from "./headers.ts";

/** What the worker answers; anything else is a file, and costs no invocation. */
const API_ROUTES = ["/api", "/api/*"];

/** The runtime that the worker was tested on. */
const COMPATIBILITY_DATE = "2026-01-01";

/**
 * What other hosts want in the tree, which Workers would publish, or refuse the whole tree for.
 * https://developers.cloudflare.com/workers/static-assets/binding/#ignoring-assets
 */
const FOREIGN_FILES = [
	"_worker.js",
	"_routes.json",
	"middleware.js",
	"vercel.json",
	".htaccess",
	".nojekyll",
	"CNAME",
];

/** Rules of `_headers`; `_routes.json` may hold as many, and holds fewer. */
const MOST_RULES = 100;

const LIMITS: readonly HostLimits[] = [
	{
		host: "Cloudflare (free)",
		files: 20_000,
		fileBytes: 25 * MIB,
		rules: MOST_RULES,
		source: "https://developers.cloudflare.com/workers/platform/limits/#static-assets",
	},
	{
		host: "Cloudflare (paid)",
		files: 100_000,
		fileBytes: 25 * MIB,
		rules: MOST_RULES,
		source: "https://developers.cloudflare.com/workers/platform/limits/#static-assets",
	},
];

function worker(): string {
	return bundle(new URL("worker.ts", import.meta.url), { format: "esm", platform: "browser" });
}

/** https://developers.cloudflare.com/workers/wrangler/configuration/ */
function wranglerJsonc(tree: string): string {
	const config = {
		name: "instants",
		main: "worker.js",
		compatibility_date: COMPATIBILITY_DATE,
		assets: {
			directory: tree,
			binding: "ASSETS",
			run_worker_first: API_ROUTES,
			html_handling: "auto-trailing-slash",
			not_found_handling: "404-page",
		},
	};
	return `// Made by the build. Change the name if you have several catalogues.\n${JSON.stringify(config, null, 2)}\n`;
}

export const CLOUDFLARE_WORKERS: Host = {
	name: "cloudflare-workers",
	title: "Cloudflare Workers",
	answers: "worker with static assets",
	tested: "workerd",
	gaps: [],
	headerGaps: [],
	limits: LIMITS,
	rules: STATIC_HEADERS.length,
	treeFiles: () => [
		{ path: "_headers", text: headersFile() },
		{ path: ".assetsignore", text: `${FOREIGN_FILES.join("\n")}\n` },
	],
	besideFiles: (_, tree) => [
		{ path: "worker.js", text: worker() },
		{ path: "wrangler.jsonc", text: wranglerJsonc(tree) },
	],
	deploy: (_, beside) => `cd ${beside} && npx wrangler deploy`,
};

/** https://developers.cloudflare.com/pages/functions/advanced-mode/ */
export const CLOUDFLARE_PAGES: Host = {
	name: "cloudflare-pages",
	title: "Cloudflare Pages",
	answers: "worker",
	tested: "workerd",
	gaps: [],
	headerGaps: [],
	limits: LIMITS,
	rules: STATIC_HEADERS.length,
	treeFiles: () => [
		{ path: "_headers", text: headersFile() },
		{ path: "_worker.js", text: worker() },
		{
			path: "_routes.json",
			text: `${JSON.stringify({ version: 1, include: API_ROUTES, exclude: [] }, null, 2)}\n`,
		},
	],
	besideFiles: () => [],
	deploy: (tree) => `npx wrangler pages deploy ${tree}`,
};
