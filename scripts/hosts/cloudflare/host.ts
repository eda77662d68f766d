/** Cloudflare runs the same worker on Workers with static assets and on Pages. */
import { bundle } from "../../tree/write/bundle.ts";
import { STATIC_HEADERS } from "../headers.ts";
import type { Host } from "../host.ts";
import { type HostLimits, MIB } from "../limits.ts";
import { wranglerJsonc } from "./wrangler.ts";

/** The paths that run the worker; all others are files, which do not count as worker requests. */
const API_ROUTES = ["/api", "/api/*"];

/**
 * Files in the tree that are for Pages or other hosts. Workers would publish them, or reject the tree.
 * https://developers.cloudflare.com/workers/static-assets/binding/#ignoring-assets
 */
const NOT_PUBLISHED = [
	"_worker.js",
	"_routes.json",
	"middleware.js",
	"vercel.json",
	".nojekyll",
	"CNAME",
];

const LIMITS: readonly HostLimits[] = [
	{
		host: "Cloudflare (free)",
		files: 20_000,
		fileBytes: 25 * MIB,
		source: "https://developers.cloudflare.com/workers/platform/limits/#static-assets",
	},
	{
		host: "Cloudflare (paid)",
		files: 100_000,
		fileBytes: 25 * MIB,
		source: "https://developers.cloudflare.com/workers/platform/limits/#static-assets",
	},
];

/** The text of `_headers`. https://developers.cloudflare.com/workers/static-assets/headers/ */
function headersFile(): string {
	const rules = STATIC_HEADERS.map(({ path, headers }) => {
		const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
		return [path, ...lines].join("\n");
	});
	return `${rules.join("\n\n")}\n`;
}

/** https://developers.cloudflare.com/workers/static-assets/binding/ */
const assets = (tree: string) => ({
	directory: tree,
	binding: "ASSETS",
	run_worker_first: API_ROUTES,
	html_handling: "auto-trailing-slash",
	not_found_handling: "404-page",
});

/** Tells Pages which paths run the worker. https://developers.cloudflare.com/pages/functions/routing/ */
const ROUTES_JSON = `${JSON.stringify({ version: 1, include: API_ROUTES, exclude: [] }, null, 2)}\n`;

export const CLOUDFLARE: Host = {
	name: "cloudflare",
	title: "Cloudflare Workers or Pages",
	answers: "worker",
	tested: "workerd",
	limits: LIMITS,
	files: ({ tree }) => {
		const text = bundle(new URL("worker.ts", import.meta.url));
		return {
			tree: [
				{ path: "_headers", text: headersFile() },
				{ path: ".assetsignore", text: `${NOT_PUBLISHED.join("\n")}\n` },
				{ path: "_worker.js", text },
				{ path: "_routes.json", text: ROUTES_JSON },
			],
			beside: [
				{ path: "worker.js", text },
				{ path: "wrangler.jsonc", text: wranglerJsonc({ assets: assets(tree) }) },
			],
		};
	},
	deploy: (tree, beside) =>
		[
			"# as a Worker:",
			`(cd ${beside} && npx wrangler deploy)`,
			"# or as a Pages project:",
			`npx wrangler pages deploy ${tree} --project-name PROJECT --branch main`,
		].join("\n"),
};
