/** Fills in the parts of `openapi.json`, the API's description for programs, that differ between sites. */
import type { OpenAPIV3_1 } from "openapi-types";
import { fillTemplate } from "../bundling/template.ts";
import { DEFAULT_SITE, type SiteIdentity } from "../contract/site.ts";

const DOCUMENT = new URL("openapi.json", import.meta.url);

export function openApiDocument(
	base: string,
	{ title, license }: Pick<SiteIdentity, "title" | "license"> = DEFAULT_SITE,
): OpenAPIV3_1.Document {
	const inString = (value: string): string => JSON.stringify(value).slice(1, -1);
	const document = JSON.parse(fillTemplate(DOCUMENT, { title, base }, inString));
	if (license !== undefined) document.info.license = { name: license };
	return document;
}

/** Resolves a reference in the document. Anything else is returned unchanged. */
export function resolved<T extends object>(
	document: OpenAPIV3_1.Document,
	part: T | OpenAPIV3_1.ReferenceObject,
): T {
	if (!("$ref" in part)) return part;
	const keys = part.$ref.split("/").slice(1);
	return keys.reduce((at: object, key) => Object(at)[key], document) as T;
}
