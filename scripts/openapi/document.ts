/** The description of the API for programs: one OpenAPI document. https://spec.openapis.org/oas/v3.1.1 */
import { API_PATH, OPENAPI_PATH } from "../contract/links.ts";
import { headerObjects } from "./answer.ts";
import { endpoint } from "./endpoint.ts";
import { publishedFiles } from "./files.ts";
import { jsonSchemas } from "./schemas.ts";

/** Of the interface, not of the program: additions raise the second number, anything else is `/api/v2`. */
const API_VERSION = "1.0.0";

/** The whole document, for a tree at this base URL. */
export function openApiDocument(baseUrl: string) {
	return {
		openapi: "3.1.1",
		info: {
			title: "Instants",
			version: API_VERSION,
			summary: "A catalogue of sound clips, in pages and by name.",
			description:
				"Read-only, open to every web page, without keys. The same pages are published as files, which any static host serves; a host that runs no code may answer those alone.",
		},
		servers: [{ url: baseUrl, description: "The address that links carry" }],
		security: [],
		tags: [
			{ name: "query", description: "The API: a page of clips for a query." },
			{ name: "files", description: "The same as files, and what else is published." },
		],
		paths: { [API_PATH]: endpoint(), ...publishedFiles() },
		components: { schemas: jsonSchemas(), headers: headerObjects() },
	};
}

/** The document as it is published. */
export function openApiFile(baseUrl: string): { path: string; content: string } {
	const document = openApiDocument(baseUrl);
	return { path: OPENAPI_PATH.slice(1), content: `${JSON.stringify(document, null, "\t")}\n` };
}
