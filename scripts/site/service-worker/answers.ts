/** Answers requests for the site: those for the API and clip pages as a host with code does, and those for files. */
import { toResponse } from "../../edge/api.ts";
import { handle } from "../../edge/handler.ts";
import { isHandled, routeOf } from "../../edge/route.ts";
import { NOT_FOUND_PAGE } from "../../tree/paths.ts";
import { asset, completePointer, dataFile, openBuildCache, SCOPE, scopedUrl } from "./store.ts";

/** The URL of the site without the trailing slash, like every base URL. */
const BASE_URL = SCOPE.replace(/\/$/, "");

/** Answers a request for an address of the site. For files, the query is ignored. */
export function answer(request: Request): Promise<Response> {
	const path = pathOf(request);
	return isHandled(path) ? answerHandled(request) : answerFile(request, path);
}

function pathOf({ url }: Request): string {
	return url.slice(BASE_URL.length).replace(/[?#].*$/s, "");
}

/**
 * Answers a request for the API or a clip page. Once the catalogue is stored, this needs no network request,
 * except for a clip that is not in it: a newer clip may have been shared. Before that, the host answers if it
 * can.
 */
async function answerHandled(request: Request): Promise<Response> {
	const { kind } = routeOf(pathOf(request));
	let answer = (await completePointer()) === undefined ? undefined : await handleHere(request);
	if (answer === undefined || (answer.status === 404 && kind !== "list")) {
		const fromHost = await fetch(request.clone()).catch(() => undefined);
		const isAnswer = kind === "page of a clip" ? isPage : isFromApi;
		if (fromHost !== undefined && isAnswer(fromHost)) return fromHost;
		answer ??= await handleHere(request);
	}
	const { Location: location } = answer.headers;
	// The browser does not know the original address of a worker's answer, so the redirect has to be absolute.
	if (location !== undefined)
		return Response.redirect(new URL(location, request.url), answer.status);
	return toResponse(answer);
}

function handleHere({ method, headers, url }: Request): ReturnType<typeof handle> {
	const asked = { method, headers, url: new URL(url).origin + url.slice(BASE_URL.length) };
	return handle(asked, asset, { baseUrl: BASE_URL });
}

/** Whether the host has a page. Hosts that run no code have no clip pages if there are too many clips. */
function isPage({ status }: Response): boolean {
	return status !== 404;
}

/** Whether a response comes from an API. Hosts without one answer with an error page. */
function isFromApi({ status, headers }: Response): boolean {
	const isJson = headers.get("Content-Type")?.startsWith("application/json") ?? false;
	return (isJson && status !== 404 && status < 500) || status === 304;
}

/** A stored page of this build, or a stored file that pages load; undefined if there is none. */
async function storedPage(path: string): Promise<Response | undefined> {
	return (await openBuildCache()).match(scopedUrl(path));
}

async function answerFile(request: Request, path: string): Promise<Response> {
	if (request.method !== "GET") return fetch(request);
	const data = await dataFile(path);
	const file = data ?? (await storedPage(path.endsWith("/") ? `${path}index.html` : path));
	if (file !== undefined) return file;
	try {
		return await fetch(request);
	} catch (error) {
		const instead = await insteadOf(request, path);
		if (instead === undefined) throw error;
		return instead;
	}
}

/** Answers an address that is not a file as a host would: with `PATH.html`, a redirect to the folder, or the 404 page. */
async function insteadOf({ mode, url }: Request, path: string): Promise<Response | undefined> {
	if (mode !== "navigate") return undefined;
	const named = await storedPage(`${path}.html`);
	if (named !== undefined) return named;
	if ((await storedPage(`${path}/index.html`)) !== undefined) {
		return Response.redirect(new URL(`${BASE_URL}${path}/${new URL(url).search}`), 302);
	}
	// A store file may exist on the host.
	if (path.startsWith("/v1/")) return undefined;
	const page = await storedPage(`/${NOT_FOUND_PAGE}`);
	return page && new Response(page.body, { status: 404, headers: page.headers });
}
