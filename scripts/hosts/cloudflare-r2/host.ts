/** Cloudflare with the files in an R2 bucket, for catalogues that exceed Cloudflare's limits on files. */
import { bundle } from "../../bundling/bundle.ts";
import { fillTemplate } from "../../bundling/template.ts";
import type { Host } from "../host.ts";

const CONFIG = new URL("wrangler.jsonc", import.meta.url);
const DEPLOY = new URL("deploy.sh", import.meta.url);

export const CLOUDFLARE_R2: Host = {
	name: "cloudflare-r2",
	title: "Cloudflare Workers with R2",
	runsCode: true,
	limits: [],
	files: () => ({
		tree: [],
		beside: [
			{ path: "worker.js", text: bundle(new URL("worker.ts", import.meta.url)) },
			{ path: "wrangler.jsonc", text: fillTemplate(CONFIG, {}) },
		],
	}),
	/**
	 * The pointer is uploaded last, right after its signature, so that readers see the previous build until the new
	 * one is complete. Listing a bucket returns each file's hash; reading modification times would take one request
	 * per file.
	 * https://rclone.org/s3/#avoiding-head-requests-to-read-the-modification-time
	 */
	deploy: (tree, beside) => fillTemplate(DEPLOY, { tree, beside }).trimEnd(),
};
