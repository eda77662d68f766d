/**
 * Answers requests from published files. Code that only hosts need is in handler.ts, so that the soundboard need
 * not load it.
 */

import type { Answer } from "../contract/answers.ts";
import * as answers from "../contract/answers.ts";
import { parseQuery, type Query, searchText } from "../contract/query.ts";
import { type Asset, type PublishedTree, readTree } from "../tree/reading.ts";
import { DamagedTree, type HashCheck } from "../tree/store.ts";
import { limited } from "./reads.ts";
import { type Route, routeOf } from "./route.ts";
import { DamagedSearch, TooBroad } from "./search.ts";

/** The part of a `Request` that the handler reads. Not `Request` itself, whose constructor rejects some methods. */
export interface HandlerRequest {
	readonly method: string;
	/** An absolute URL. */
	readonly url: string | URL;
	readonly headers: { get(name: string): string | null };
}

export interface HandlerOptions {
	/** What all links start with; by default, the base URL of the build. It may have a path, but no trailing slash. */
	readonly baseUrl?: string | undefined;
	/**
	 * The content coding, such as `br`, that the host will apply to answers with an entity tag; it becomes part of
	 * the tag.
	 */
	readonly encoding?: string | undefined;
	/**
	 * Replaces Web Crypto, which hashes in another thread: for a small file, switching threads costs more than the
	 * hashing.
	 */
	readonly hashCheck?: HashCheck | undefined;
}

/** A parsed request. */
export interface Asked {
	readonly request: HandlerRequest;
	readonly url: URL;
	readonly route: Route;
	readonly query: Query;
}

/** Answers from the files of one build. Throws DamagedTree, DamagedSearch or TooBroad. */
export type FromTree = (tree: PublishedTree, asked: Asked, baseUrl: string) => Promise<Answer>;

/** Parses a request. */
export function parseRequest(request: HandlerRequest): Asked {
	const url = typeof request.url === "string" ? new URL(request.url) : request.url;
	return { request, url, route: routeOf(url.pathname), query: parseQuery(url.search) };
}

/**
 * Answers from the newest build. Never throws.
 * @param unavailable the answer if files of the build are missing or damaged
 */
export function answerFromFiles(
	asked: Asked,
	asset: Asset,
	options: HandlerOptions,
	fromTree: FromTree,
	unavailable: Answer = answers.UNAVAILABLE,
): Promise<Answer> {
	return fromNewestTree(asked, asset, options, fromTree).catch((error: unknown) => {
		const { request, query } = asked;
		if (error instanceof TooBroad) return answers.tooBroad(searchText(query) === "");
		const what = error instanceof DamagedTree ? error.message : Object(error).stack;
		console.error(`instants: ${request.method} ${request.url}: ${what}`);
		return error instanceof DamagedSearch ? answers.SEARCH_UNAVAILABLE : unavailable;
	});
}

/** Converts an answer for hosts that send a `Response`. */
export function toResponse({ status, headers, body }: Answer): Response {
	return new Response(body, { status, headers });
}

/**
 * Answers from the published build, or from a build that has replaced it in the meantime. On a busy machine,
 * builds may be replaced several times, until the request reaches its limit on files.
 */
async function fromNewestTree(
	asked: Asked,
	asset: Asset,
	{ baseUrl, hashCheck }: HandlerOptions,
	fromTree: FromTree,
): Promise<Answer> {
	const files = limited(asset);
	const tried = new Set<string>();
	for (let damage: unknown; ; ) {
		const tree = await readTree(files, hashCheck);
		const { build, base_url } = tree.pointer;
		// Reading the same build again would find the same files, so only a different build is worth a try.
		if (tried.has(build)) throw damage;
		tried.add(build);
		try {
			return await fromTree(tree, asked, baseUrl ?? base_url);
		} catch (error) {
			if (!(error instanceof DamagedTree)) throw error;
			damage = error;
		}
	}
}
