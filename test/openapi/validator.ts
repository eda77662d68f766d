/** Validates values against the OpenAPI document. Unlike clients, it rejects fields that are not documented. */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenAPIV3_1 } from "openapi-types";
import { openApiDocument } from "../../scripts/openapi/document.ts";
import { BASE } from "../fixtures/published.ts";

export const DOCUMENT = openApiDocument(BASE);
export const SCHEMAS = DOCUMENT.components?.schemas ?? {};

/** Operations by path and method. */
export const PATHS = DOCUMENT.paths as Readonly<
	Record<
		string,
		Readonly<Record<string, { responses: Record<string, OpenAPIV3_1.ResponseObject> }>>
	>
>;

/** The schema with unknown fields forbidden, unless it allows them itself. */
function closed(schema: unknown): unknown {
	if (Array.isArray(schema)) return schema.map(closed);
	if (schema === null || typeof schema !== "object") return schema;
	const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
	const copy = Object.fromEntries(entries);
	const isOpen = "additionalProperties" in copy;
	return copy.properties && !isOpen ? { ...copy, additionalProperties: false } : copy;
}

const ajv = new Ajv2020.default({ strict: true, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({
	$id: "openapi.json",
	components: { schemas: closed(SCHEMAS) },
});
ajv.addVocabulary(["components"]);

const validators = new Map<string, ValidateFunction>();

/** Where a value does not match a schema of the document; empty when it does. */
export function faults(schema: unknown, value: unknown): string[] {
	const text = JSON.stringify(closed(schema)).replaceAll('"#/', '"openapi.json#/');
	const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
	validators.set(text, validate);
	if (validate(value)) return [];
	return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
