/** The reference, rendered from the OpenAPI document. */
import { html } from "hono/html";
import type { Operation, Parameter, ResponseObject } from "../../openapi/answer.ts";
import type { openApiDocument } from "../../openapi/document.ts";
import type { Schema } from "../../openapi/schemas.ts";
import { codeBlock, type Markup, prose } from "./markup.ts";

export type OpenApi = ReturnType<typeof openApiDocument>;

const METHODS = ["get", "head", "options"] as const;

/** The type that a schema describes, in a few words. */
function typeOf(schema: Schema | boolean): Markup {
	if (typeof schema === "boolean") return html``;
	if (schema.$ref !== undefined) {
		const name = schema.$ref.replace(/^.*\//, "");
		return html`<a href="#schema-${name}">${name}</a>`;
	}
	if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
	if (schema.enum)
		return joined(
			schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
			" or ",
		);
	if (schema.anyOf) return joined(schema.anyOf.map(typeOf), " or ");
	if (schema.prefixItems) {
		return html`[${joined(schema.prefixItems.map(typeOf), ", ")}${schema.items ? ", …" : ""}]`;
	}
	if (schema.type === "array") return html`list of ${typeOf(schema.items as Schema)}`;
	if (schema.format === "uri") return html`URL`;
	const { additionalProperties } = schema;
	// An object that allows more than its own fields is described by those.
	if (typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0) {
		return html`object of ${typeOf(additionalProperties)}`;
	}
	return html`${schema.type ?? "bytes"}`;
}

function joined(parts: readonly Markup[], separator: string): Markup {
	return html`${parts.map((part, i) => (i === 0 ? part : html`${separator}${part}`))}`;
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

function answerItem(operationId: string, [status, answer]: [string, ResponseObject]): Markup {
	const contents = Object.entries(answer.content ?? {}).map(([type, { schema, examples = {} }]) => {
		const shown = Object.values(examples).map(
			({ summary, value }) => html`
<details>
	<summary>${prose(summary)}</summary>
	${codeBlock(`${operationId} ${status}: ${summary}`, JSON.stringify(value, null, 2), "json")}
</details>`,
		);
		return html`<p class="type"><code>${type}</code>, ${typeOf(schema)}</p>${shown}`;
	});
	return html`<dt><code class="status">${status}</code></dt><dd><p>${prose(answer.description)}</p>${contents}</dd>`;
}

function operationArticle(
	path: string,
	method: string,
	operation: Operation,
	shared: readonly Parameter[],
): Markup {
	const { operationId, summary, description, parameters = [], responses } = operation;
	return html`
<article id="${operationId}">
	<h3>${summary}</h3>
	<p class="path"><code><b>${method.toUpperCase()}</b> ${path}</code></p>
	<p>${prose(description)}</p>
	${parameterList([...shared, ...parameters])}
	<h4>Answers</h4>
	<dl>${Object.entries(responses).map((answer) => answerItem(operationId, answer))}</dl>
</article>`;
}

export function operations({ paths }: OpenApi, tag: string): Markup {
	const all = Object.entries(paths).flatMap(([path, item]) =>
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

export function schemas({ components }: OpenApi): Markup {
	const all = Object.entries(components.schemas).map(([name, schema]) => {
		const fields = Object.entries(schema.properties ?? {}) as [string, Schema][];
		const body =
			fields.length > 0
				? html`<dl>${fields.map((field) => fieldRow(field, schema.required ?? []))}</dl>`
				: html`<p class="type">${typeOf(schema)}</p>`;
		return html`<article id="schema-${name}"><h3>${name}</h3><p>${prose(schema.description ?? "")}</p>${body}</article>`;
	});
	return html`${all}`;
}

/** What every header means. */
export function headers({ components }: OpenApi): Markup {
	const rows = Object.entries(components.headers).map(
		([name, { description }]) => html`
<dt id="header-${name}"><code>${name}</code></dt>
<dd>${prose(description)}</dd>`,
	);
	return html`<dl>${rows}</dl>`;
}
