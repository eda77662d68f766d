/** The worker for Cloudflare Workers and Pages, which answers the API. https://developers.cloudflare.com/workers/static-assets/binding/ */
import { toResponse } from "../../edge/api.ts";
import { handle } from "../../edge/handler.ts";
import { isHandled } from "../../edge/route.ts";
import { fetchedAsset } from "../../tree/reading.ts";
import { NOT_KEPT } from "../headers.ts";

/** The bindings of the worker; ASSETS serves the published files. */
interface Env {
	readonly ASSETS: { fetch(request: URL | Request): Promise<Response> };
}

/** Serves a file, or the 404 page. Workers calls the worker for missing files; Pages does not. */
async function served(request: Request, { ASSETS }: Env): Promise<Response> {
	const response = await ASSETS.fetch(request);
	if (response.status < 400) return response;
	const page =
		response.status === 404 ? await ASSETS.fetch(new URL("/404", request.url)) : response;
	const headers = new Headers(page.headers);
	for (const [name, value] of Object.entries(NOT_KEPT)) headers.set(name, value);
	return new Response(request.method === "HEAD" ? null : page.body, {
		status: response.status,
		headers,
	});
}

export default {
	async fetch(request: Request, env: Env): Promise<Response> {
		const { pathname } = new URL(request.url);
		if (!isHandled(pathname)) return served(request, env);
		const asset = fetchedAsset((path) => env.ASSETS.fetch(new URL(path, request.url)));
		return toResponse(await handle(request, asset));
	},
};
