/**
 * Writes netlify.toml: how Netlify builds, which edge function answers, and what is served when it
 * fails. https://docs.netlify.com/build/configure-builds/file-based-configuration/
 */
import { COMMON_HEADERS, ERROR_CACHE } from "../../contract/answers.ts";
import { UNAVAILABLE_PATH } from "../../tree/paths.ts";
import { STATIC_HEADERS } from "../headers.ts";

/** Netlify sets `Content-Type` from the file name and ignores `Allow`: https://docs.netlify.com/routing/headers/#limitations */
const { "Content-Type": _type, Allow: _allow, ...SETTABLE } = COMMON_HEADERS;
const UNAVAILABLE_HEADERS = { ...SETTABLE, "Cache-Control": ERROR_CACHE };

/** Every JSON string is a valid TOML basic string. https://toml.io/en/v1.0.0#string */
const toml = (value: string): string => JSON.stringify(value);

function headersText(path: string, headers: Readonly<Record<string, string>>): string {
	const lines = Object.entries(headers).map(([key, value]) => `${toml(key)} = ${toml(value)}`);
	return ["[[headers]]", `for = ${toml(path)}`, "[headers.values]", ...lines].join("\n");
}

/** The whole file. */
export function netlifyToml(): string {
	return `${[
		"# Written from scripts/hosts/netlify/config.ts: change that, then run `npm run tests -- --update`.",
		[
			"[build]",
			'command = "npm run build"',
			'publish = "dist"',
			'edge_functions = "scripts/hosts/netlify/edge-functions"',
		].join("\n"),
		// https://docs.netlify.com/build/configure-builds/environment-variables/#netlify-configuration-variables
		["[build.environment]", 'NODE_VERSION = "22"', 'NPM_FLAGS = "--omit=dev"'].join("\n"),
		[
			"# Where the function fails. A redirect cannot tell a search from the listing, so it answers neither.",
			"[[redirects]]",
			'from = "/api/*"',
			`to = ${toml(UNAVAILABLE_PATH)}`,
			"status = 503",
		].join("\n"),
		...STATIC_HEADERS.filter(({ path }) => path !== UNAVAILABLE_PATH).map(({ path, headers }) =>
			headersText(path, headers),
		),
		"# Netlify's own tools go by the path of the file that is served; what its CDN goes by is not documented.",
		...[UNAVAILABLE_PATH, "/api/*"].map((path) => headersText(path, UNAVAILABLE_HEADERS)),
	].join("\n\n")}\n`;
}
