/**
 * What the pages may load and run: nothing inline, nothing evaluated, nothing from another origin
 * but media that live there. It stands in the pages themselves, so that it holds on hosts and
 * mirrors that send no headers of ours. https://www.w3.org/TR/CSP3/
 */

/** The one policy by which the page may name a script: that of its service worker. */
const WORKER_POLICY = "instants-worker";

/** Where the media are. */
export interface MediaPlace {
	readonly where: "local" | "remote";
	/** Where `sounds/` and `instants_images/` are; no trailing slash. */
	readonly url: string;
}

/** The policy, as a `meta` element takes it. */
export function contentSecurityPolicy({ where, url }: MediaPlace): string {
	const media = where === "remote" ? ` ${new URL(url).origin}` : "";
	return [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		`img-src 'self'${media}`,
		`media-src 'self'${media}`,
		`connect-src 'self'${media}`,
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		// No text becomes markup or a script: https://www.w3.org/TR/trusted-types/
		"require-trusted-types-for 'script'",
		`trusted-types ${WORKER_POLICY}`,
	].join("; ");
}
