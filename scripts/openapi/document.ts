/** The OpenAPI document. https://spec.openapis.org/oas/v3.1.1 */
import { API_PATH } from "../contract/links.ts";
import { DEFAULT_SITE } from "../contract/site.ts";
import { headerObjects } from "./answer.ts";
import { CLIP_PATH, clipEndpoint } from "./clip-endpoint.ts";
import { publishedFiles } from "./files.ts";
import { listEndpoint } from "./list-endpoint.ts";
import { jsonSchemas } from "./schemas.ts";

/** The version of the API, not of the program. Additions raise the minor version. Breaking changes need `/api/v2`. */
const API_VERSION = "1.0.0";

export function openApiDocument(baseUrl: string, title = DEFAULT_SITE.title) {
	return {
		openapi: "3.1.1",
		info: {
			title,
			version: API_VERSION,
			summary: "A catalogue of sound clips: list them or search by name.",
			description:
				"Read-only, without keys, and open to scripts of any web page. The same pages are also published as files; a host that runs no code serves only those.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [
			{ url: baseUrl, description: "The address in links" },
			{ url: ".", description: "Where this document is, such as a mirror" },
		],
		security: [],
		tags: [
			{ name: "query", description: "The API: pages of clips, all or by name, and single clips." },
			{
				name: "files",
				description: "The same pages as files, and everything else that is published.",
			},
		],
		paths: { [API_PATH]: listEndpoint(), [CLIP_PATH]: clipEndpoint(), ...publishedFiles() },
		components: { schemas: jsonSchemas(), headers: headerObjects() },
	};
}
