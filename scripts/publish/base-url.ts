/** The base URL of a build: where its tree will be reached. */
import { UsageError } from "../user-error.ts";

/** Not a usable base URL; the message says why. */
export class BaseUrlError extends UsageError {}

/** Where `npm start` serves. */
const LOCAL = "http://localhost:3000";

/** An http(s) URL without query, fragment and trailing slash. Throws a BaseUrlError. */
export function parseBaseUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		throw new BaseUrlError(`base URL ${JSON.stringify(text)} must be a complete http(s) URL`);
	}
	if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
		throw new BaseUrlError(`base URL ${JSON.stringify(text)} must have no query, fragment or user`);
	}
	return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/**
 * The base URL when none is given: `BASE_URL`, else a domain of one's own, else the address that
 * Netlify gives the deploy. Throws a BaseUrlError.
 * https://docs.netlify.com/build/configure-builds/environment-variables/#deploy-urls-and-metadata
 */
export function defaultBaseUrl(
	env: Readonly<Record<string, string | undefined>>,
	domain?: string,
): string {
	const { BASE_URL, CONTEXT, URL: site, DEPLOY_PRIME_URL } = env;
	if (!BASE_URL && domain !== undefined) return `https://${domain}`;
	return parseBaseUrl(BASE_URL || (CONTEXT === "production" ? site : DEPLOY_PRIME_URL) || LOCAL);
}
