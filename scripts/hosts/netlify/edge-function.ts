/** The edge function for Netlify, which answers the API. https://docs.netlify.com/build/edge-functions/api/ */
import { toResponse } from "../../edge/api.ts";
import { handle } from "../../edge/handler.ts";
import { fetchedAsset } from "../../tree/reading.ts";
import { HANDLED_PATHS } from "../host.ts";

/** @param context the part of Netlify's context that we use; `next` fetches a published file */
export default async function api(
	request: Request,
	context: { next(request: Request): Promise<Response> },
): Promise<Response> {
	const asset = fetchedAsset((path) => context.next(new Request(new URL(path, request.url))));
	return toResponse(await handle(request, asset));
}

/**
 * If the function crashes, Netlify follows the redirect in netlify.toml instead. For a path that begins with two
 * slashes, Netlify serves a file, but without the headers that prevent it from running, so the API answers such
 * paths with 404.
 */
export const config = { path: [...HANDLED_PATHS, "//*"], onError: "bypass" };
