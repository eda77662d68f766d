/** The worker for Cloudflare Workers and Pages, which answers the API. https://developers.cloudflare.com/workers/static-assets/binding/ */
import { handle, toResponse } from "../../edge/handler.ts";
import { isHandled } from "../../edge/route.ts";
import { fetchedAsset } from "../../tree/reading.ts";

/** The bindings of the worker; ASSETS serves the published files. */
interface Env {
	readonly ASSETS: { fetch(request: URL | Request): Promise<Response> };
}

export default {
	async fetch(request: Request, { ASSETS }: Env): Promise<Response> {
		const { pathname } = new URL(request.url);
		if (!isHandled(pathname)) return ASSETS.fetch(request);
		const asset = fetchedAsset((path) => ASSETS.fetch(new URL(path, request.url)));
		return toResponse(await handle(request, asset));
	},
};
