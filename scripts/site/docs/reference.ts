/** Describes the OpenAPI document and the published files as Markdown, for the reference. */
import type { OpenAPIV3_1 as OpenApi } from "openapi-types";
import { resolved } from "../../openapi/document.ts";
import { PUBLISHED_KINDS } from "../../tree/published-files.ts";

type Reference = OpenApi.ReferenceObject;

/** The values for the template of the reference. */
export function referenceFacts(document: OpenApi.Document): Record<string, string> {
	const { schemas = {}, headers = {} } = document.components ?? {};
	const objects = Object.entries(schemas).map(([name, schema]) => objectText(name, schema));
	const headerList = Object.entries(headers).map(
		([name, { description }]) => `- \`${name}\`: ${description}`,
	);
	const files = PUBLISHED_KINDS.filter(({ role }) => role.endsWith(" data"));
	return {
		query_operations: operations(document, "query"),
		pointer_operation: operations(document, "files"),
		schemas: objects.join("\n\n"),
		headers: headerList.join("\n"),
		data_files: table(
			["file", "what it holds"],
			files.map(({ files, what }) => [`\`${files}\``, what]),
		),
	};
}

/** The GET operations that have this tag. */
function operations(document: OpenApi.Document, tag: string): string {
	const { paths = {} } = document;
	const texts = Object.entries(paths).flatMap(([path, { get, parameters = [] } = {}]) => {
		if (!get?.tags?.includes(tag)) return [];
		const list = [...parameters, ...(get.parameters ?? [])].map((parameter) => {
			const { name, in: where, schema, description } = resolved(document, parameter);
			return item(name, `${where}, ${typeOf(schema)}`, description);
		});
		const head = [`### ${get.summary}`, `\`GET ${path}\``, get.description ?? ""];
		return [...head, list.join("\n"), answerTable(document, get.responses ?? {})];
	});
	return texts.filter((text) => text !== "").join("\n\n");
}

function objectText(
	name: string,
	{ description, properties = {}, required = [] }: OpenApi.SchemaObject,
): string {
	const fields = Object.entries(properties).map(([field, schema]) => {
		const optional = required.includes(field) ? "" : ", optional";
		return item(field, typeOf(schema) + optional, schema.description);
	});
	return `### ${name}\n\n${description}\n\n${fields.join("\n")}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
	return [head, head.map(() => "---"), ...rows].map(line).join("\n");
}

/** A list item for a parameter of a request or a field of an object. */
function item(name: string, kind: string, description = ""): string {
	return `- \`${name}\` (${kind})${description && `: ${description}`}`;
}

/** A table of the statuses with their meanings; for errors, also with their texts. */
function answerTable(document: OpenApi.Document, responses: OpenApi.ResponsesObject): string {
	const rows = Object.entries(responses).flatMap(([status, response]) => {
		const { description, content } = resolved(document, response);
		const { schema, examples = {} } = content?.["application/json"] ?? {};
		const body = schema === undefined ? "" : typeOf(schema);
		const errors = status < "400" ? [] : (Object.values(examples) as OpenApi.ExampleObject[]);
		if (errors.length === 0) return [[`\`${status}\``, description, body]];
		return errors.map(({ summary = "", value }) => [
			`\`${status}\``,
			summary,
			`${body} \`${JSON.stringify(value)}\``,
		]);
	});
	return table(["status", "when", "body"], rows);
}

/** The type that a schema describes, in a few words. */
function typeOf(schema: OpenApi.SchemaObject | Reference = {}): string {
	if ("$ref" in schema) {
		const name = schema.$ref.replace(/^.*\//, "");
		return `[${name}](#${name.toLowerCase()})`;
	}
	const { const: only, enum: values, anyOf, type, format } = schema;
	if (values !== undefined || only !== undefined)
		return (values ?? [only]).map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
	if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
	if ("items" in schema) return `list of ${typeOf(schema.items)}`;
	return format === "uri" ? "URL" : String(type ?? "");
}
