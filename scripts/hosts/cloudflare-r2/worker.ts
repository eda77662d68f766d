/** The worker for Cloudflare with R2, which answers the API and serves the files. https://developers.cloudflare.com/r2/api/workers/workers-api-usage/ */
import { toResponse } from "../../edge/api.ts";
import { handle } from "../../edge/handler.ts";
import { isHandled } from "../../edge/route.ts";
import { type Bucket, bucketAsset, filesUnavailable, serveObject } from "./files.ts";

/** The bindings of the worker; BUCKET holds the published files. */
interface Env {
	readonly BUCKET: Bucket;
}

export default {
	async fetch(request: Request, { BUCKET }: Env): Promise<Response> {
		if (!isHandled(new URL(request.url).pathname)) {
			return serveObject(request, BUCKET).catch(filesUnavailable);
		}
		return toResponse(await handle(request, bucketAsset(BUCKET)));
	},
};
