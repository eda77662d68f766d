/** Describes the OpenAPI document and the published files as Markdown, for the reference. */
import type { OpenAPIV3_1 as OpenApi } from "openapi-types";
import { PUBLISHED_KINDS } from "../../tree/published-files.ts";

type Reference = OpenApi.ReferenceObject;

/** The values for the template of the page. */
export function referenceFacts({
	paths = {},
	components,
}: OpenApi.Document): Record<string, string> {
	const operations = (tag: string): string =>
		Object.entries(paths)
			.flatMap(([path, { get, parameters: shared = [] } = {}]) => {
				if (!get?.tags?.includes(tag)) return [];
				const { summary, description = "", parameters = [], responses = {} } = get;
				return [
					`### ${summary}`,
					`\`GET ${path}\``,
					description,
					parameterList([...shared, ...parameters]),
					answerTable(responses),
				];
			})
			.filter((text) => text !== "")
			.join("\n\n");
	const schemas = Object.entries(components?.schemas ?? {}).map(
		([name, schema]) => `### ${name}\n\n${schema.description ?? ""}\n\n${fieldList(schema)}`,
	);
	const headers = Object.entries(components?.headers ?? {}).map(
		([name, { description }]) => `- \`${name}\`: ${description}`,
	);
	const files = PUBLISHED_KINDS.filter(({ role }) => role.endsWith(" data"));
	return {
		query_operations: operations("query"),
		pointer_operation: operations("files"),
		schemas: schemas.join("\n\n"),
		headers: headers.join("\n"),
		data_files: table(
			["file", "what it holds"],
			files.map(({ files, what }) => [`\`${files}\``, what]),
		),
	};
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
	return [head, head.map(() => "---"), ...rows].map(line).join("\n");
}

function parameterList(parameters: readonly (OpenApi.ParameterObject | Reference)[]): string {
	return (parameters as OpenApi.ParameterObject[])
		.map(
			({ name, in: place, description, schema }) =>
				`- \`${name}\` (${place}, ${typeOf(schema)}): ${description}`,
		)
		.join("\n");
}

/** Each status with its meaning, and errors with their text. */
function answerTable(
	responses: Readonly<Record<string, OpenApi.ResponseObject | Reference>>,
): string {
	const rows = Object.entries(responses).flatMap(([status, response]) => {
		const { description, content } = response as OpenApi.ResponseObject;
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

function fieldList({ properties = {}, required = [] }: OpenApi.SchemaObject): string {
	return Object.entries(properties)
		.map(([name, field]) => {
			const optional = required.includes(name) ? "" : ", optional";
			const text = field.description === undefined ? "" : `: ${field.description}`;
			return `- \`${name}\` (${typeOf(field)}${optional})${text}`;
		})
		.join("\n");
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
