/** Answers API requests in the service worker, with the same handler as on any host. */
import { handle, toResponse } from "../../edge/handler.ts";
import { isApiPath } from "../../edge/route.ts";
import { keepAnswer, keptAnswer } from "./answers.ts";
import { asset, completePointer } from "./data.ts";
import { BASE_URL } from "./scope.ts";

/** Whether a URL under the site is one of the API. */
export function isApiUrl({ href }: URL): boolean {
	return isApiPath(new URL(href.slice(BASE_URL.length), "http://site").pathname);
}

/** Answers a request under `/api/`, with links to where the site is. */
export async function answerApi(request: Request): Promise<Response> {
	// Once the catalogue is stored, the answer is the same bytes without a request.
	if ((await completePointer()) === undefined) {
		const answer = await fetch(request.clone()).catch(() => undefined);
		if (answer !== undefined && isFromApi(answer)) {
			await keepAnswer(request, answer);
			return answer;
		}
		const kept = answer === undefined ? await keptAnswer(request) : undefined;
		if (kept !== undefined) return kept;
	}
	const { method, headers, url } = request;
	const { origin } = new URL(url);
	const asked = { method, headers, url: origin + url.slice(BASE_URL.length) };
	return toResponse(await handle(asked, asset, { baseUrl: BASE_URL }));
}

/** Whether the host has an API. Hosts without one answer with an error page. */
function isFromApi({ status, headers }: Response): boolean {
	const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
	return (isJson && status !== 404 && status < 500) || status === 304;
}
