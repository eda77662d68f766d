/** Cloudflare with the files in an R2 bucket, for catalogues that exceed the limits on files. */
import { POINTER_PATH } from "../../tree/paths.ts";
import { bundle } from "../../tree/write/bundle.ts";
import { wranglerJsonc } from "../cloudflare/wrangler.ts";
import type { Host } from "../host.ts";

const BUCKET = "instants";

/** The bucket's name in rclone. https://developers.cloudflare.com/r2/examples/rclone/ */
const REMOTE = `r2:${BUCKET}`;

/** Listing a bucket returns each file's hash; its modification time would take a request per file. https://rclone.org/s3/#avoiding-head-requests-to-read-the-modification-time */
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
			{ path: "worker.js", text: bundle(new URL("worker.ts", import.meta.url)) },
			{
				path: "wrangler.jsonc",
				text: wranglerJsonc({ r2_buckets: [{ binding: "BUCKET", bucket_name: BUCKET }] }),
			},
		],
	}),
	deploy: (tree, beside) =>
		[
			"# once, after setting up an rclone remote named r2 (https://developers.cloudflare.com/r2/examples/rclone/):",
			`npx wrangler r2 bucket create ${BUCKET}`,
			"# with every build:",
			upload(tree),
			"# after the first build, and when worker.js has changed:",
			`(cd ${beside} && npx wrangler deploy)`,
			"# optional, a day later: delete data that only earlier builds used:",
			`rclone sync ${tree} ${REMOTE} --include "/v1/**" --include "/manifest/**" ${COMPARE}`,
		].join("\n"),
};
