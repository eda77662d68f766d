/** Sends requests to the host's API if it answers, and otherwise to the same handler in the page. */
import { buildOf } from "../../../contract/entity-tag.ts";
import type { Instant } from "../../../contract/instant.ts";
import { instantUrl, NO_QUERY, pageUrl } from "../../../contract/links.ts";
import type { Asset } from "../../../tree/reading.ts";
import type { Absence } from "../page/absence.ts";
import { clipHere, facts } from "../page/page-elements.ts";
import { BuildReplaced, loadScript } from "../page/scripts.ts";
import { BASE_URL, fileUrl } from "../page/site-root.ts";
import { filesForRequest, readPointer } from "./files.ts";

/** A page of clips from one build. */
export interface ApiPage {
	/** A prefix of the build's id. */
	readonly build: string;
	readonly count: number;
	readonly results: readonly Instant[];
	/** Why the API rejects the search, for example because it would have to read too many files. */
	readonly refusal?: string;
}

/** The statuses of answers from hosts without an API. */
const NO_API: readonly number[] = [200, 403, 404, 405];

/** How long to wait before the page reads files itself: a host whose API does not answer may still serve files. */
const HOST_TIMEOUT_MS = 5000;

let isHostAsked = facts.runsCode;

/**
 * Requests a page of the clips that have all the tags and match the name; an empty name matches all clips. Pages
 * are numbered from 1. Throws BuildReplaced or Unreachable.
 * @param build a prefix of the id of the build that has to answer; if missing, any build may answer
 * @param wanted aborts the request, and makes it throw, once the answer is no longer needed
 */
export async function ask(
	{ name, tags }: { readonly name: string; readonly tags: readonly string[] },
	number: number,
	build?: string,
	wanted?: AbortSignal,
): Promise<ApiPage> {
	const path = pageUrl("", { ...NO_QUERY, names: name === "" ? [] : [name], tags }, number);
	const page = await answerTo(path, pageIn, wanted);
	if (page === "no such page" || (build !== undefined && !build.startsWith(page.build)))
		throw new BuildReplaced(`the answer comes from a build other than ${build}`);
	return page;
}

/** The clip with this slug, or the API's message if there is none or it was removed. Throws Unreachable. */
export function askForClip(slug: string): Promise<Instant | Absence> {
	return answerTo(instantUrl("", slug), clipIn);
}

/** Reads the answer of the host, or else of the handler in the page. Throws Unreachable. */
async function answerTo<T>(
	path: string,
	read: (response: Response) => Promise<T | undefined>,
	wanted?: AbortSignal,
): Promise<T> {
	const response = await answerOfHost(path, wanted);
	const fromHost = response && (await read(response));
	wanted?.throwIfAborted();
	if (fromHost !== undefined) return fromHost;
	if (response !== undefined && NO_API.includes(response.status)) isHostAsked = false;
	return answerInPage(path, read, wanted);
}

/**
 * The clip in an answer, or the API's message; undefined if the answer is not from an API: hosts without one
 * answer unknown addresses with a page.
 */
async function clipIn(response: Response): Promise<Instant | Absence | undefined> {
	const body = await bodyOf<Instant & { readonly detail?: string }>(response);
	if (body === undefined) return undefined;
	if (body.detail === "Not found." || body.detail === "Gone.") return body.detail;
	return response.ok && body.sound ? clipHere(body) : undefined;
}

/** The answer of the host; undefined if the host cannot answer, now or ever. */
async function answerOfHost(path: string, wanted?: AbortSignal): Promise<Response | undefined> {
	if (!isHostAsked) return undefined;
	const timeout = AbortSignal.timeout(HOST_TIMEOUT_MS);
	// Browsers from before 2024 cannot combine the two signals.
	const signal = wanted && "any" in AbortSignal ? AbortSignal.any([wanted, timeout]) : timeout;
	try {
		// An answer may be cached for a minute, and a new build may have been published since.
		return await fetch(fileUrl(path), { cache: "no-cache", signal });
	} catch {
		wanted?.throwIfAborted();
		// Wait for a silent host only once, not on each search.
		if (timeout.aborted) isHostAsked = false;
		return undefined;
	}
}

/** Reads the answer of the handler in the page. Throws Unreachable. */
async function answerInPage<T>(
	path: string,
	read: (response: Response) => Promise<T | undefined>,
	wanted?: AbortSignal,
): Promise<T> {
	// The pointer is read while the script loads. If that fails, the handler reads it again and reports the error.
	readPointer().catch(() => {});
	const { handleApi, toResponse } = await loadSearchScript();
	const files = filesForRequest();
	let failure: unknown;
	const asset: Asset = async (path) => {
		try {
			wanted?.throwIfAborted();
			return await files(path);
		} catch (error) {
			failure = error;
			throw error;
		}
	};
	const request = { method: "GET", url: new URL(path, location.origin), headers: new Headers() };
	const answer = toResponse(await handleApi(request, asset, { baseUrl: BASE_URL }));
	const result = await read(answer);
	if (result === undefined) throw failure ?? new Error(`${path} answered ${answer.status}`);
	return result;
}

/**
 * Loads the script that searches in the page. It is separate, because most visits do not need it: the host
 * answers.
 */
export function loadSearchScript(): Promise<typeof import("./search-script.ts")> {
	return loadScript(facts.searchScript);
}

export function loadExtrasScript(): Promise<typeof import("./extras-script.ts")> {
	return loadScript(facts.extrasScript);
}

/** The JSON in an answer; undefined if the answer contains none or was cut off. */
async function bodyOf<T>(response: Response): Promise<T | undefined> {
	if (response.headers.get("Content-Type")?.startsWith("application/json") !== true)
		return undefined;
	const body: T | null = await response.json().catch(() => null);
	return body ?? undefined;
}

/** The page of clips in an answer; undefined if the answer is not from an API. */
async function pageIn(response: Response): Promise<ApiPage | "no such page" | undefined> {
	const { status, headers } = response;
	const body = await bodyOf<Partial<ApiPage> & { readonly detail?: string }>(response);
	if (body === undefined) return undefined;
	if (status === 404) return body.detail === "Invalid page." ? "no such page" : undefined;
	if (status === 400) {
		const refusal = String(Object.values(body).flat()[0]);
		return { build: "", count: 0, results: [], refusal };
	}
	const build = buildOf(headers.get("ETag") ?? "");
	const { count, results } = body;
	if (build === undefined || count === undefined || results === undefined) return undefined;
	return { build, count, results: results.map((clip) => clipHere(clip)) };
}
