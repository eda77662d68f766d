/** Turns the handler's answers into OpenAPI responses, so that the document cannot differ from the API. */
import type { Answer } from "../contract/answers.ts";
import { API_PATH } from "../contract/links.ts";
import { ref, type Schema, type SchemaName } from "./schemas.ts";

interface Example {
	readonly summary: string;
	readonly value: unknown;
}

/** https://spec.openapis.org/oas/v3.1.1#response-object */
export interface ResponseObject {
	readonly description: string;
	readonly headers?: Readonly<Record<string, { $ref: string }>>;
	readonly content?: Readonly<
		Record<string, { schema: Schema; examples?: Readonly<Record<string, Example>> }>
	>;
}

/** https://spec.openapis.org/oas/v3.1.1#parameter-object */
export interface Parameter {
	readonly name: string;
	readonly in: "query" | "header" | "path";
	readonly required?: true;
	readonly description: string;
	readonly schema: Schema;
}

/** https://spec.openapis.org/oas/v3.1.1#operation-object */
export interface Operation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description: string;
	readonly parameters?: readonly Parameter[];
	readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** https://spec.openapis.org/oas/v3.1.1#path-item-object */
export interface PathItem {
	readonly parameters?: readonly Parameter[];
	readonly get: Operation;
	readonly head?: Operation;
	readonly options?: Operation;
}

const HEADERS: Readonly<Record<string, string>> = {
	Allow: "The methods that the endpoint supports.",
	Vary: "Request headers that the answer may depend on.",
	Link: `The next and the previous page (\`next\`, \`prev\`), unless they are too long for a header, and this document (\`service-desc\`). Links without a host are relative to the request.`,
	ETag: "A strong entity tag, which changes with every build. Send it back in `If-None-Match`.",
	"Cache-Control": "How long a copy may be used without asking again.",
	"X-Content-Type-Options": "Tells browsers not to guess the type.",
	"Access-Control-Allow-Origin": "Scripts of any web page may read the answer.",
	"Access-Control-Expose-Headers": "The headers that scripts of web pages may read.",
	"Access-Control-Allow-Methods": "The methods that web pages may use.",
	"Access-Control-Allow-Headers": "The headers that web pages may send.",
	"Access-Control-Max-Age": "How many seconds browsers may remember the answer.",
};

/** Header Objects for `components`. https://spec.openapis.org/oas/v3.1.1#header-object */
export function headerObjects(): Record<string, { description: string; schema: Schema }> {
	return Object.fromEntries(
		Object.entries(HEADERS).map(([name, description]) => [
			name,
			{ description, schema: { type: "string" } },
		]),
	);
}

/** Leaves out the type, which belongs to `content`. */
function headerRefs({ headers }: Answer): Record<string, { $ref: string }> {
	const names = Object.keys(HEADERS).filter((name) => name in headers);
	const unknown = Object.keys(headers).find(
		(name) => name !== "Content-Type" && !(name in HEADERS),
	);
	if (unknown !== undefined)
		throw new Error(`${API_PATH}: the header ${unknown} has no description; add one to HEADERS`);
	return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function bodiless(description: string, answer: Answer): ResponseObject {
	return { description, headers: headerRefs(answer) };
}

/** A response with answers as examples. They must have the same status and headers. */
export function withBody(
	description: string,
	schema: SchemaName,
	answers: Readonly<Record<string, readonly [summary: string, answer: Answer]>>,
): ResponseObject {
	const entries = Object.entries(answers);
	const examples = entries.map(([name, [summary, { body }]]) => [
		name,
		{ summary, value: JSON.parse(body ?? "null") },
	]);
	const [first] = Object.values(answers);
	return {
		description,
		headers: first === undefined ? {} : headerRefs(first[1]),
		content: {
			"application/json": { schema: ref(schema), examples: Object.fromEntries(examples) },
		},
	};
}
