/** Cloudflare, with the files in an R2 bucket: for catalogues beyond any limit on files. */
import { bundle } from "../../bundle.ts";
import { wranglerJsonc } from "../cloudflare/wrangler.ts";
import type { Host } from "../host.ts";
import { clean, upload } from "./upload.ts";

const BUCKET = "instants";

/** The bucket as rclone knows it. https://developers.cloudflare.com/r2/examples/rclone/ */
const REMOTE = `r2:${BUCKET}`;

export const CLOUDFLARE_R2: Host = {
	name: "cloudflare-r2",
	title: "Cloudflare Workers with R2",
	answers: "worker, which serves the files too",
	tested: "workerd, with its R2",
	limits: [],
	files: () => ({
		tree: [],
		beside: [
			{
				path: "worker.js",
				text: bundle(new URL("worker.ts", import.meta.url), {
					format: "esm",
					platform: "browser",
				}),
			},
			{
				path: "wrangler.jsonc",
				text: wranglerJsonc({ r2_buckets: [{ binding: "BUCKET", bucket_name: BUCKET }] }),
			},
		],
	}),
	deploy: (tree, beside) =>
		[
			"# once, besides a remote for rclone named r2 (https://developers.cloudflare.com/r2/examples/rclone/):",
			`npx wrangler r2 bucket create ${BUCKET}`,
			"# with every build:",
			upload(tree, REMOTE),
			"# after the first build, and when worker.js has changed:",
			`(cd ${beside} && npx wrangler deploy)`,
			"# a day later, if you like, to delete what only earlier builds had:",
			clean(tree, REMOTE),
		].join("\n"),
};
