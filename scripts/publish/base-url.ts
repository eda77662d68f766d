/** The base URL of a build when its options name none. */
import { parseBaseUrl } from "../console/options.ts";

/** Where `npm start` serves. */
const LOCAL = "http://localhost:3000";

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
