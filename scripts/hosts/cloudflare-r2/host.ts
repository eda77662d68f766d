/** Cloudflare, with the files in an R2 bucket: for catalogues beyond any limit on files. */

import { POINTER_PATH } from "../../tree/paths.ts";
import { bundle } from "../../tree/write/bundle.ts";
import { wranglerJsonc } from "../cloudflare/wrangler.ts";
import type { Host } from "../host.ts";

const BUCKET = "instants";

/** The bucket as rclone knows it. https://developers.cloudflare.com/r2/examples/rclone/ */
const REMOTE = `r2:${BUCKET}`;

/** Buckets know the hash of each file without being asked, but not its time. https://rclone.org/s3/#avoiding-head-requests-to-read-the-modification-time */
const COMPARE = "--checksum --fast-list";

/** The pointer comes last, so that readers see the previous build until all of the new one is there. */
function upload(tree: string): string {
	const rest = `rclone copy ${tree} ${REMOTE} --exclude ${POINTER_PATH} ${COMPARE} --transfers 32`;
	return `${rest} && rclone copyto ${tree}${POINTER_PATH} ${REMOTE}${POINTER_PATH} --checksum`;
}

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
			upload(tree),
			"# after the first build, and when worker.js has changed:",
			`(cd ${beside} && npx wrangler deploy)`,
			"# a day later, if you like, to delete data that only earlier builds had:",
			`rclone sync ${tree} ${REMOTE} --include "/v1/**" --include "/manifest/**" ${COMPARE}`,
		].join("\n"),
};
