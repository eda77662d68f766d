/** The edge rule on Vercel. https://vercel.com/docs/routing-middleware/api */
import { handle } from "../../edge/handler.ts";
import { fetchedAsset } from "../../edge/published-tree.ts";
import { isApiPath } from "../../edge/route.ts";

/** Answers for the API; anything else goes on to the files, those too that are read here. */
export default function middleware(request: Request): Promise<Response> | undefined {
	if (!isApiPath(new URL(request.url).pathname)) return undefined;
	const asset = fetchedAsset((path) => fetch(new URL(path, request.url)));
	return handle(request, asset);
}
