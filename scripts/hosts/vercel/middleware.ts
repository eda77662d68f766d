/** The edge rule on Vercel. https://vercel.com/docs/routing-middleware/api */
import { handle } from "../../edge/handler.ts";
import { fetchedAsset } from "../../edge/published-tree.ts";

export default function middleware(request: Request): Promise<Response> {
	const asset = fetchedAsset((path) => fetch(new URL(path, request.url)));
	return handle(request, asset);
}

/** Files lie elsewhere, so that reading them does not come back to this function. */
export const config = { matcher: ["/api", "/api/:path*"] };
