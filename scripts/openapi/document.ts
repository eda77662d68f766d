/** Fills in what differs between sites in `openapi.json`, the description of the API for programs. */
import { fillTemplate } from "../bundling/template.ts";
import { DEFAULT_SITE, type SiteIdentity } from "../contract/site.ts";

/** The parts that the reference page shows. https://spec.openapis.org/oas/v3.1.1 */
export interface OpenApi {
	readonly info: { readonly summary: string; readonly description: string };
	readonly paths: Readonly<Record<string, PathItem>>;
	readonly components: {
		readonly schemas: Readonly<Record<string, Schema>>;
		readonly headers: Readonly<Record<string, { readonly description: string }>>;
	};
}

export interface PathItem extends Partial<Record<"get" | "head" | "options", Operation>> {
	/** Parameters of all methods. */
	readonly parameters?: readonly Parameter[];
}

interface Operation {
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description: string;
	readonly parameters?: readonly Parameter[];
	readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly description: string;
	readonly schema: Schema;
}

export interface ResponseObject {
	readonly description: string;
	readonly content?: {
		readonly "application/json": {
			readonly schema: Schema;
			readonly examples?: Readonly<
				Record<string, { readonly summary: string; readonly value: unknown }>
			>;
		};
	};
}

export interface Schema {
	readonly $ref?: string;
	readonly type?: string;
	readonly format?: string;
	readonly description?: string;
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly Schema[];
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly examples?: readonly unknown[];
}

const DOCUMENT = new URL("openapi.json", import.meta.url);

export function openApiDocument(
	base: string,
	{ title, license }: Pick<SiteIdentity, "title" | "license"> = DEFAULT_SITE,
): OpenApi {
	const inString = (value: string): string => JSON.stringify(value).slice(1, -1);
	const document = JSON.parse(fillTemplate(DOCUMENT, { title, base }, inString));
	if (license !== undefined) document.info.license = { name: license };
	return document;
}
