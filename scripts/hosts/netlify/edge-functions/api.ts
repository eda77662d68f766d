/** The edge rule on Netlify. https://docs.netlify.com/build/edge-functions/api/ */
import { handle, toResponse } from "../../../edge/handler.ts";
import { fetchedAsset } from "../../../tree/reading.ts";

/** The part of Netlify's context that is used: what is published behind this function. */
interface Context {
	next(request: Request): Promise<Response>;
}

export default async function api(request: Request, context: Context): Promise<Response> {
	const asset = fetchedAsset((path) => context.next(new Request(new URL(path, request.url))));
	return toResponse(await handle(request, asset));
}

/** A crash falls through to the redirect in netlify.toml, which answers 503. */
export const config = { path: ["/api", "/api/*"], onError: "bypass" };
