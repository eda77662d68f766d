/** Describes the OpenAPI document and the published files as Markdown, for the reference. */
import type { OpenApi, Parameter, ResponseObject, Schema } from "../../openapi/document.ts";
import { PUBLISHED_KINDS } from "../../tree/published-files.ts";

const METHODS = ["get", "head", "options"] as const;

/** The values for the template of the page. */
export function referenceFacts({ paths, components }: OpenApi): Record<string, string> {
	const operations = (tag: string): string =>
		Object.entries(paths)
			.flatMap(([path, { parameters: shared = [], ...item }]) =>
				METHODS.flatMap((method) => {
					const operation = item[method];
					if (!operation?.tags.includes(tag)) return [];
					const { summary, description, parameters = [], responses } = operation;
					return [
						`### ${summary}`,
						`\`${method.toUpperCase()} ${path}\``,
						description,
						// Parameters of all methods are listed once, with the first.
						parameterList(method === "get" ? [...shared, ...parameters] : parameters),
						// Those of HEAD are those of GET, without the bodies.
						method === "head" ? "" : answerTable(responses),
					];
				}),
			)
			.filter((text) => text !== "")
			.join("\n\n");
	const schemas = Object.entries(components.schemas).map(
		([name, schema]) => `### ${name}\n\n${schema.description ?? ""}\n\n${fieldList(schema)}`,
	);
	const headers = Object.entries(components.headers).map(
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

function parameterList(parameters: readonly Parameter[]): string {
	return parameters
		.map(
			({ name, in: place, description, schema }) =>
				`- \`${name}\` (${place}, ${typeOf(schema)}): ${description}`,
		)
		.join("\n");
}

/** Each status with its meaning, and errors with their text. */
function answerTable(responses: Readonly<Record<string, ResponseObject>>): string {
	const rows = Object.entries(responses).flatMap(([status, { description, content }]) => {
		const { schema, examples = {} } = content?.["application/json"] ?? {};
		const body = schema === undefined ? "" : typeOf(schema);
		const errors = status < "400" ? [] : Object.values(examples);
		if (errors.length === 0) return [[`\`${status}\``, description, body]];
		return errors.map(({ summary, value }) => [
			`\`${status}\``,
			summary,
			`${body} \`${JSON.stringify(value)}\``,
		]);
	});
	return table(["status", "when", "body"], rows);
}

function fieldList({ properties = {}, required = [] }: Schema): string {
	return Object.entries(properties)
		.map(([name, field]) => {
			const optional = required.includes(name) ? "" : ", optional";
			const text = field.description === undefined ? "" : `: ${field.description}`;
			return `- \`${name}\` (${typeOf(field)}${optional})${text}`;
		})
		.join("\n");
}

/** The type that a schema describes, in a few words. */
function typeOf(schema: Schema): string {
	const { $ref, const: only, enum: values, anyOf, type, format, items } = schema;
	if ($ref !== undefined) {
		const name = $ref.replace(/^.*\//, "");
		return `[${name}](#${name.toLowerCase()})`;
	}
	if (values !== undefined || only !== undefined)
		return (values ?? [only]).map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
	if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
	if (items !== undefined) return `list of ${typeOf(items)}`;
	return format === "uri" ? "URL" : (type ?? "");
}
