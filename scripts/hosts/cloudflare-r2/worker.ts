/** The edge rule on Cloudflare, over a bucket. https://developers.cloudflare.com/r2/api/workers/workers-api-usage/ */
import { handle, toResponse } from "../../edge/handler.ts";
import { isApiPath } from "../../edge/route.ts";
import { type Bucket, bucketAsset } from "./bucket.ts";
import { serveFile } from "./static-files.ts";

/** Where the published files are. */
interface Env {
	readonly BUCKET: Bucket;
}

export default {
	async fetch(request: Request, { BUCKET }: Env): Promise<Response> {
		if (!isApiPath(new URL(request.url).pathname)) return serveFile(request, BUCKET);
		return toResponse(await handle(request, bucketAsset(BUCKET)));
	},
};
