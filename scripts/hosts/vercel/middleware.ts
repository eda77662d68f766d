/** The middleware for Vercel, which answers the API. https://vercel.com/docs/routing-middleware/api */
import { toResponse } from "../../edge/api.ts";
import { handle } from "../../edge/handler.ts";
import { isHandled } from "../../edge/route.ts";
import { fetchedAsset } from "../../tree/reading.ts";

/** Returns undefined for paths outside the API, including the files it fetches itself: Vercel then serves the file. */
export default async function middleware(request: Request): Promise<Response | undefined> {
	if (!isHandled(new URL(request.url).pathname)) return undefined;
	const asset = fetchedAsset((path) => fetch(new URL(path, request.url)));
	return toResponse(await handle(request, asset));
}
