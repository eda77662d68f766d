/** The edge rule on Vercel. https://vercel.com/docs/routing-middleware/api */
import { handle, toResponse } from "../../edge/handler.ts";
import { isApiPath } from "../../edge/route.ts";
import { fetchedAsset } from "../../tree/reading.ts";

/** Answers for the API; anything else goes on to the files, those too that are read here. */
export default async function middleware(request: Request): Promise<Response | undefined> {
	if (!isApiPath(new URL(request.url).pathname)) return undefined;
	const asset = fetchedAsset((path) => fetch(new URL(path, request.url)));
	return toResponse(await handle(request, asset));
}
