/** The reference, rendered from the OpenAPI document. */
import { html } from "hono/html";
import type { openApiDocument } from "../../openapi/document.ts";
import { codeBlock, type Markup, prose } from "./markup.ts";

/** The document, as the build makes it. */
export type OpenApi = ReturnType<typeof openApiDocument>;

interface Schema {
	readonly $ref?: string;
	readonly type?: string;
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly Schema[];
	readonly items?: Schema;
	readonly format?: string;
	readonly description?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly additionalProperties?: Schema;
	readonly required?: readonly string[];
}

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly description: string;
	readonly schema: Schema;
}

interface Content {
	readonly schema: Schema;
	readonly examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
}

interface Answer {
	readonly description: string;
	readonly headers?: Readonly<Record<string, unknown>>;
	readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description: string;
	readonly parameters?: readonly Parameter[];
	readonly responses: Readonly<Record<string, Answer>>;
}

interface PathItem {
	readonly parameters?: readonly Parameter[];
	readonly get?: Operation;
	readonly head?: Operation;
	readonly options?: Operation;
}

const METHODS = ["get", "head", "options"] as const;

/** The name of a referenced schema. */
function schemaName($ref: string): string {
	return $ref.replace(/^.*\//, "");
}

/** The type that a schema describes, in a few words. */
function typeOf(schema: Schema): Markup {
	if (schema.$ref !== undefined) {
		const name = schemaName(schema.$ref);
		return html`<a href="#schema-${name}">${name}</a>`;
	}
	if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
	if (schema.enum)
		return alternatives(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`));
	if (schema.anyOf) return alternatives(schema.anyOf.map(typeOf));
	if (schema.type === "array") return html`list of ${typeOf(schema.items ?? {})}`;
	if (schema.format === "uri") return html`URL`;
	return html`${schema.type ?? "bytes"}`;
}

function alternatives(parts: readonly Markup[]): Markup {
	return html`${parts.map((part, i) => (i === 0 ? part : html` or ${part}`))}`;
}

function parameterList(parameters: readonly Parameter[]): Markup {
	if (parameters.length === 0) return html``;
	const rows = parameters.map(
		({ name, in: place, description, schema }) => html`
<dt><code>${name}</code> <span class="type">${place}, ${typeOf(schema)}</span></dt>
<dd>${prose(description)}</dd>`,
	);
	return html`<h4>Parameters</h4><dl>${rows}</dl>`;
}

function headerNames({ headers = {} }: Answer): string[] {
	return Object.keys(headers);
}

function headerLine(title: string, names: readonly string[]): Markup {
	if (names.length === 0) return html``;
	const links = names.map(
		(name, i) => html`${i === 0 ? "" : ", "}<a href="#header-${name}"><code>${name}</code></a>`,
	);
	return html`<p class="type">${title} ${links}</p>`;
}

function answerItem(
	operationId: string,
	[status, answer]: [string, Answer],
	common: readonly string[],
): Markup {
	const contents = Object.entries(answer.content ?? {}).map(([type, { schema, examples = {} }]) => {
		const shown = Object.values(examples).map(
			({ summary, value }) => html`
<details>
	<summary>${prose(summary)}</summary>
	${codeBlock(`${operationId} ${status}: ${summary}`, JSON.stringify(value, null, 2))}
</details>`,
		);
		return html`<p class="type"><code>${type}</code>, ${typeOf(schema)}</p>${shown}`;
	});
	const own = headerNames(answer).filter((name) => !common.includes(name));
	return html`<dt><code class="status">${status}</code></dt><dd><p>${prose(answer.description)}</p>${contents}${headerLine("Also", own)}</dd>`;
}

function operationArticle(
	path: string,
	method: string,
	operation: Operation,
	shared: readonly Parameter[],
): Markup {
	const { operationId, summary, description, parameters = [], responses } = operation;
	const [first = [], ...others] = Object.values(responses).map(headerNames);
	const common = first.filter((name) => others.every((names) => names.includes(name)));
	return html`
<article id="${operationId}">
	<h3>${summary}</h3>
	<p class="path"><code><b>${method.toUpperCase()}</b> ${path}</code></p>
	<p>${prose(description)}</p>
	${parameterList([...shared, ...parameters])}
	<h4>Answers</h4>
	${headerLine("All carry", common)}
	<dl>${Object.entries(responses).map((answer) => answerItem(operationId, answer, common))}</dl>
</article>`;
}

/** All operations with this tag. */
export function operations({ paths }: OpenApi, tag: string): Markup {
	const all = Object.entries(paths as Record<string, PathItem>).flatMap(([path, item]) =>
		METHODS.flatMap((method) => {
			const operation = item[method];
			if (!operation?.tags.includes(tag)) return [];
			// Parameters of all methods are listed once, with the first method.
			const shared = method === "get" ? (item.parameters ?? []) : [];
			return [operationArticle(path, method, operation, shared)];
		}),
	);
	return html`${all}`;
}

function fieldRow([name, schema]: [string, Schema], required: readonly string[]): Markup {
	const optional = required.includes(name) ? "" : ", optional";
	return html`
<dt><code>${name}</code> <span class="type">${typeOf(schema)}${optional}</span></dt>
<dd>${prose(schema.description ?? "")}</dd>`;
}

/** The fields of every named schema. */
export function schemas({ components }: OpenApi): Markup {
	const all = Object.entries(components.schemas as Record<string, Schema>).map(([name, schema]) => {
		const fields = Object.entries(schema.properties ?? {});
		const body =
			fields.length > 0
				? html`<dl>${fields.map((field) => fieldRow(field, schema.required ?? []))}</dl>`
				: html`<p class="type">Any name: ${typeOf(schema.additionalProperties ?? {})}</p>`;
		return html`<article id="schema-${name}"><h3>${name}</h3><p>${prose(schema.description ?? "")}</p>${body}</article>`;
	});
	return html`${all}`;
}

/** What every header means. */
export function headers({ components }: OpenApi): Markup {
	const rows = Object.entries(components.headers as Record<string, { description: string }>).map(
		([name, { description }]) => html`
<dt id="header-${name}"><code>${name}</code></dt>
<dd>${prose(description)}</dd>`,
	);
	return html`<dl>${rows}</dl>`;
}
