/** The OpenAPI document. https://spec.openapis.org/oas/v3.1.1 */
import { API_PATH, TAGS_PATH } from "../contract/links.ts";
import { DEFAULT_SITE, type SiteIdentity } from "../contract/site.ts";
import { POINTER_PATH } from "../tree/paths.ts";
import { headerObjects } from "./answer.ts";
import { CLIP_PATH, clipEndpoint } from "./clip-endpoint.ts";
import { listEndpoint } from "./list-endpoint.ts";
import { pointerEndpoint } from "./pointer-endpoint.ts";
import { jsonSchemas } from "./schemas.ts";
import { tagsEndpoint } from "./tags-endpoint.ts";

/** The version of the API, not of the program. Additions raise the minor version. Breaking changes need `/api/v2`. */
const API_VERSION = "1.0.0";

export function openApiDocument(
	baseUrl: string,
	{ title, license }: Pick<SiteIdentity, "title" | "license"> = DEFAULT_SITE,
) {
	return {
		openapi: "3.1.1",
		info: {
			title,
			version: API_VERSION,
			summary: "A catalogue of sound clips: list them, or search by name and by tag.",
			description:
				"Read-only, without keys, and open to scripts of any web page. The same pages are also published as files; a host that runs no code serves only those.",
			...(license !== undefined && { license: { name: license } }),
		},
		servers: [
			{ url: baseUrl, description: "The address in links" },
			{ url: ".", description: "Where this document is, such as a mirror" },
		],
		security: [],
		tags: [
			{
				name: "query",
				description: "The API: pages of clips, all, by name or by tag, single clips, and tags.",
			},
			{ name: "files", description: "The file that says what is published." },
		],
		paths: {
			[API_PATH]: listEndpoint(),
			[CLIP_PATH]: clipEndpoint(),
			[TAGS_PATH]: tagsEndpoint(),
			[POINTER_PATH]: pointerEndpoint(),
		},
		components: { schemas: jsonSchemas(), headers: headerObjects() },
	};
}
