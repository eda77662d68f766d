/**
 * What nginx, Caddy and Apache have in common: they serve the files of the tree themselves and proxy
 * `/api/` to the server file on the same machine. Paths and ports in their configurations are fixed,
 * so that these never have to change.
 */

import { fillTemplate } from "../../bundling/template.ts";
import { UNAVAILABLE_BODY, unavailable } from "../../contract/answers.ts";
import type { Host, HostFile } from "../host.ts";
import { serverFile } from "../server/server-file.ts";

/**
 * Matches `api` and `clips` in raw request targets. Servers decode `%2F` and resolve `..` before they route a
 * path, but `/api/%2e%2e/latest.json` must not be served as a file.
 */
const API = "(?:(?:a|%61)(?:p|%70)(?:i|%69)|clips)";

/** Headers of the 503 for `/api/` while the server file is not running. */
export const UNAVAILABLE_HEADERS = Object.entries(unavailable().headers);

interface ReverseProxy extends Pick<Host, "name" | "title" | "tested" | "cannot"> {
	readonly answers: string;
	/** The name of the configuration file, and of its template. */
	readonly config: string;
	/** What only this server's template needs. */
	readonly values: Readonly<Record<string, string>>;
	/** The command that activates the configuration, run on the server as root. */
	readonly install: string;
}

function configFile(path: string, baseUrl: string, own: ReverseProxy["values"]): HostFile {
	const { hostname, origin } = new URL(baseUrl);
	const values = { hostname, origin, api: API, unavailable_body: UNAVAILABLE_BODY, ...own };
	return { path, text: fillTemplate(new URL(path, import.meta.url), values) };
}

export function reverseProxy({ config, values, install, ...host }: ReverseProxy): Host {
	return {
		...host,
		limits: [],
		files: ({ baseUrl }) => ({
			tree: [],
			beside: [
				configFile(config, baseUrl, values),
				serverFile("dist"),
				configFile("instants.service", baseUrl, {}),
			],
		}),
		/**
		 * The pointer follows the files it points to, and the files of the previous build stay until then,
		 * so the API answers throughout.
		 */
		deploy: (tree, beside) =>
			fillTemplate(new URL("deploy.sh", import.meta.url), { tree, beside, install }).trimEnd(),
	};
}
