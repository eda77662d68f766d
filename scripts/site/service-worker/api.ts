/** Answers API requests in the service worker, with the same handler as on any host. */
import type { Answer } from "../../contract/answers.ts";
import { handle, toResponse } from "../../edge/handler.ts";
import { isHandled, routeOf } from "../../edge/route.ts";
import { keepAnswer, keptAnswer } from "./answers.ts";
import { asset, completePointer } from "./data.ts";
import { SCOPE_URL } from "./scope.ts";

/** Whether a URL under the site is for the handler: the API's or a clip's page. */
export function isHandledUrl({ href }: URL): boolean {
	return isHandled(pathOf(href));
}

function pathOf(href: string): string {
	return new URL(href.slice(SCOPE_URL.length), "http://site").pathname;
}

function isForPage({ url }: Request): boolean {
	return routeOf(pathOf(url)).kind === "page of a clip";
}

/** Answers a request for the API or a clip's page, with links to where the site is. */
export async function answerHandled(request: Request): Promise<Response> {
	return isForPage(request) ? answerPage(request) : answerApi(request);
}

/** Where the host answers and the catalogue is not stored, the host's page is as good. */
async function answerPage(request: Request): Promise<Response> {
	const stored = await storedAnswer(request);
	if (stored === undefined) {
		const page = await fetch(request.clone()).catch(() => undefined);
		// Hosts that run no code have no page where there are too many clips.
		if (page !== undefined && page.status !== 404) return page;
	}
	const answer = stored ?? (await handleHere(request));
	const { Location: location } = answer.headers;
	// The browser does not know where the answer of a worker came from, so the address has to be complete.
	if (location !== undefined)
		return Response.redirect(new URL(location, request.url), answer.status);
	return toResponse(answer);
}

async function answerApi(request: Request): Promise<Response> {
	const stored = await storedAnswer(request);
	if (stored === undefined) {
		const answer = await fetch(request.clone()).catch(() => undefined);
		if (answer !== undefined && isFromApi(answer)) {
			await keepAnswer(request, answer);
			return answer;
		}
		const kept = answer === undefined ? await keptAnswer(request) : undefined;
		if (kept !== undefined) return kept;
	}
	return toResponse(stored ?? (await handleHere(request)));
}

/**
 * The same bytes without a request, once the catalogue is stored; undefined before that, and for a clip
 * that is not in it: someone may have shared one that is newer.
 */
async function storedAnswer(request: Request): Promise<Answer | undefined> {
	if ((await completePointer()) === undefined) return undefined;
	const answer = await handleHere(request);
	const isOfClip = routeOf(pathOf(request.url)).kind !== "list";
	return answer.status === 404 && isOfClip ? undefined : answer;
}

function handleHere({ method, headers, url }: Request): Promise<Answer> {
	const asked = { method, headers, url: new URL(url).origin + url.slice(SCOPE_URL.length) };
	return handle(asked, asset, { baseUrl: SCOPE_URL });
}

/** Whether the host has an API. Hosts without one answer with an error page. */
function isFromApi({ status, headers }: Response): boolean {
	const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
	return (isJson && status !== 404 && status < 500) || status === 304;
}
