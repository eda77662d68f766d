/** The edge rule on Netlify. https://docs.netlify.com/build/edge-functions/api/ */
import { handle } from "../../../edge/handler.ts";

/** The part of Netlify's context that is used: what is published behind this function. */
interface Context {
	next(request: Request): Promise<Response>;
}

export default function api(request: Request, context: Context): Promise<Response> {
	return handle(request, async (path) => {
		const file = await context.next(new Request(new URL(path, request.url)));
		if (file.status === 404) return undefined;
		if (!file.ok) throw new Error(`${path}: status ${file.status}`);
		return file.text();
	});
}

/** A crash falls through to the redirects in netlify.toml, which still answer the listing. */
export const config = { path: ["/api", "/api/*"], onError: "bypass" };
