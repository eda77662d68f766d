/** Cloudflare runs the same worker on Workers with static assets and on Pages. */
import { bundle } from "../../bundling/bundle.ts";
import { fillTemplate } from "../../bundling/template.ts";
import type { TextFile } from "../../tree/manifest.ts";
import { headersFile } from "../headers.ts";
import { HANDLED_PATHS, HOST_FILES, type Host, LOCKED_BUILD } from "../host.ts";
import { MIB } from "../limits.ts";

/** These limits are the same on every plan. */
const LIMITS = {
	fileBytes: 25 * MIB,
	source: "https://developers.cloudflare.com/workers/platform/limits/#static-assets",
};

/** A file that is the same for every tree, except perhaps for the path of the tree. */
function filled(path: string, values: Readonly<Record<string, string>> = {}): TextFile {
	return { path, text: fillTemplate(new URL(path, import.meta.url), values) };
}

/**
 * Files that Workers must ignore. Otherwise, Workers would publish files meant for Pages or other hosts, or
 * reject the tree. The two files excepted here are never uploaded.
 * https://developers.cloudflare.com/workers/static-assets/binding/#ignoring-assets
 */
const IGNORED = HOST_FILES.filter((path) => path !== "_headers" && path !== ".assetsignore");

export const CLOUDFLARE: Host = {
	name: "cloudflare",
	title: "Cloudflare Workers or Pages",
	runsCode: true,
	limits: [
		{ host: "Cloudflare (free)", files: 20_000, ...LIMITS },
		{ host: "Cloudflare (paid)", files: 100_000, ...LIMITS },
	],
	files: ({ tree }) => {
		const text = bundle(new URL("worker.ts", import.meta.url));
		// Escaped for the JSON string that it is inserted into.
		const directory = JSON.stringify(tree).slice(1, -1);
		const paths = HANDLED_PATHS.join('", "');
		return {
			tree: [
				headersFile(),
				{ path: ".assetsignore", text: `${IGNORED.join("\n")}\n` },
				{ path: "_worker.js", text },
				// The paths for which Pages runs the worker. https://developers.cloudflare.com/pages/functions/routing/
				filled("_routes.json", { paths }),
			],
			beside: [{ path: "worker.js", text }, filled("wrangler.jsonc", { tree: directory, paths })],
		};
	},
	repository: () => ({
		files: [
			{ ...filled("workflow.yml", { build: LOCKED_BUILD }), path: ".github/workflows/deploy.yml" },
		],
		setUp:
			"Push this folder to the `main` branch of a repository on GitHub. In the repository, under Settings > Secrets and variables > Actions, add the secrets `CLOUDFLARE_ACCOUNT_ID` and `CLOUDFLARE_API_TOKEN` ([how to get them](https://developers.cloudflare.com/workers/ci-cd/external-cicd/github-actions/)), and as a third secret, `BASE_URL`, the address of your site, such as `https://instants.NAME.workers.dev`. The first run of the workflow “Deploy” will have failed, because the secrets were missing: run it again. Later pushes run it automatically.",
	}),
	deploy: (tree, beside) => filled("deploy.sh", { tree, beside }).text.trimEnd(),
};
