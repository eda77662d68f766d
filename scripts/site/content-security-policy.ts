/**
 * Lists what pages may load and run: nothing inline, nothing evaluated, and nothing from another origin
 * except media hosted there. The policy is in the pages themselves, so that it also holds on hosts
 * and mirrors that do not send our headers. https://www.w3.org/TR/CSP3/
 */

/** The only trusted-types policy, with which the page registers its service worker. */
const WORKER_POLICY = "instants-worker";

export interface MediaPlace {
	readonly where: "local" | "remote";
	/** The origins of media that are elsewhere. */
	readonly origins: readonly string[];
}

export function contentSecurityPolicy({ origins }: Pick<MediaPlace, "origins">): string {
	const media = origins.map((origin) => ` ${origin}`).join("");
	return [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		`img-src 'self'${media}`,
		`media-src 'self'${media}`,
		`connect-src 'self'${media}`,
		// Pages show how a clip looks in a frame.
		"frame-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		// Text cannot become markup or a script: https://www.w3.org/TR/trusted-types/
		"require-trusted-types-for 'script'",
		`trusted-types ${WORKER_POLICY}`,
	].join("; ");
}
