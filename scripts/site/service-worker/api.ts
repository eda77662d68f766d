/** The edge rule in a service worker: one more adapter of the handler. */
import { handle, toResponse } from "../../edge/handler.ts";
import { isApiPath } from "../../edge/route.ts";
import { asset } from "./files.ts";
import { BASE_URL } from "./scope.ts";
import { isComplete } from "./store.ts";

/** Whether a URL of the site belongs to the API. */
export function isApiUrl({ href }: URL): boolean {
	return isApiPath(new URL(href.slice(BASE_URL.length), "http://site").pathname);
}

/** Answers one request under `/api/`, with links under the address of the site. */
export async function answerApi(request: Request): Promise<Response> {
	// All that is needed is here, and gives the same bytes: no request goes out, with the network or without.
	if (!(await isComplete())) {
		const answer = await fetch(request.clone()).catch(() => undefined);
		if (answer !== undefined && isFromApi(answer)) return answer;
	}
	const { method, headers, url } = request;
	const { origin } = new URL(url);
	const asked = { method, headers, url: origin + url.slice(BASE_URL.length) };
	return toResponse(await handle(asked, asset, { baseUrl: BASE_URL }));
}

/** Whether the host answers queries: one without rules has an error page, one without code not every name. */
function isFromApi({ status, headers }: Response): boolean {
	const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
	return (isJson && status !== 404 && status < 500) || status === 304;
}
