/**
 * Writes netlify.toml: how Netlify builds, which edge function answers, and what is served when it
 * fails. https://docs.netlify.com/build/configure-builds/file-based-configuration/
 */

import { fillTemplate } from "../../bundling/template.ts";
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

/** @param build the command that builds `dist` and its edge function */
export function netlifyToml(build: string, comment: string): string {
	const files = STATIC_HEADERS.filter(({ path }) => path !== UNAVAILABLE_PATH);
	const unavailable = [UNAVAILABLE_PATH, "/api/*"];
	return fillTemplate(new URL("config.toml", import.meta.url), {
		comment,
		preview_command: toml(`${build} --base-url "\${BASE_URL:-$DEPLOY_PRIME_URL}"`),
		production_command: toml(`${build} --base-url "\${BASE_URL:-$URL}"`),
		headers: files.map(({ path, headers }) => headersText(path, headers)).join("\n\n"),
		unavailable_headers: unavailable
			.map((path) => headersText(path, UNAVAILABLE_HEADERS))
			.join("\n\n"),
	});
}
