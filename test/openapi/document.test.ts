/** The OpenAPI document is valid, and describes every answer of the contract. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenAPIV3_1 } from "openapi-types";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { instantSchema } from "../../scripts/catalogue/record-schema.ts";
import { SEARCH_UNAVAILABLE, tooBroad, UNAVAILABLE } from "../../scripts/contract/answers.ts";
import { FIELDS, type InstantField } from "../../scripts/contract/instant.ts";
import { PAGE_SIZE } from "../../scripts/contract/page-number.ts";
import { FORMATS, MAX_TAGS } from "../../scripts/contract/query.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { openApiDocument, resolved } from "../../scripts/openapi/document.ts";
import { pointerSchema } from "../../scripts/tree/pointer-schema.ts";
import { API_CASES } from "../contract/cases.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { BASE, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { textOf } from "../fixtures/tree-files.ts";

const DOCUMENT = openApiDocument(BASE);
const SCHEMAS = DOCUMENT.components?.schemas ?? {};

/** Operations by path and method. */
const PATHS = DOCUMENT.paths as Readonly<
	Record<string, Readonly<Record<string, { responses: OpenAPIV3_1.ResponsesObject }>>>
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

/** Where a value does not match a schema in the document; empty if it matches. Unlike clients, it rejects fields that are not documented. */
function faults(schema: unknown, value: unknown): string[] {
	const text = JSON.stringify(closed(schema)).replaceAll('"#/', '"openapi.json#/');
	const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
	validators.set(text, validate);
	if (validate(value)) return [];
	return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const LIST = "/api/v1/instants/";
const CLIP = "/api/v1/instants/{slug}/";
const TAGS = "/api/v1/tags/";
const INSTANT = { $ref: "#/components/schemas/Instant" };
const release = { sign: () => "signed" };
const { folder } = await publishRecords(CONTRACT_CATALOGUE, { release });
const asset = folderAsset(folder);

/** Strict rules that do not fit this API, each with the reason. */
const NOT_HERE = {
	// The owner of a catalogue may name a licence or none.
	"info-license": "off",
	"info-license-strict": "off",
	// The API's path ends in a slash, as on the reference server.
	"no-path-trailing-slash": "off",
} as const;

test("the linter finds no problem in the OpenAPI document", async () => {
	const config = await createConfig({ extends: ["recommended-strict"], rules: NOT_HERE });
	const source = JSON.stringify(DOCUMENT);
	const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
	const lines = problems.map(
		({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer}: ${message}`,
	);
	expect(lines).toEqual([]);
});

/** The path that documents a request: for nonexistent targets, responses are documented under the list's path. */
function pathOf(target: string): string {
	if (/^\/api\/v1\/tags\/?(\?|$)/.test(target)) return TAGS;
	return /^\/api\/v1\/instants\/[^?]/.test(target) ? CLIP : LIST;
}

/** Responses to unsupported methods are documented under GET. */
function operationOf(method: string, target: string) {
	const operations = PATHS[pathOf(target)] ?? {};
	return operations[method.toLowerCase()] ?? operations.get;
}

const answerTo = (method: string, target: string, headers: Record<string, string> = {}) =>
	respond({ method, url: `${BASE}${target}`, headers }, asset);

async function expectDocumented(method: string, response: Response, target = LIST): Promise<void> {
	const documented = operationOf(method, target)?.responses[response.status];
	expect(documented, `${method}: no status ${response.status}`).toBeDefined();
	const described = documented && resolved(DOCUMENT, documented);
	const names = Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase());
	const undocumented = [...response.headers.keys()].filter((name) => !names.includes(name));
	expect(undocumented.filter((name) => name !== "content-type")).toEqual([]);
	const body = await response.text();
	const content = described?.content?.["application/json"];
	if (content === undefined) expect(body).toBe("");
	else expect(faults(content.schema, JSON.parse(body))).toEqual([]);
}

describe("every answer is documented", () => {
	test.for(API_CASES)("$title", async ({ method, target, headers }) => {
		await expectDocumented(method, await answerTo(method, target, headers), target);
	});

	const targets = [LIST, `${LIST}party/`, TAGS];

	test.each(targets)("304 Not Modified of %s", async (target) => {
		const first = await answerTo("GET", target);
		const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
		const second = await answerTo("GET", target, headers);
		expect(second.status).toBe(304);
		await expectDocumented("GET", second, target);
	});

	test.each(targets)("503 of %s in a missing tree", async (target) => {
		const response = await respond({ url: `${BASE}${target}` }, async () => undefined);
		expect(response.status).toBe(503);
		await expectDocumented("GET", response, target);
	});
});

test.each([LIST, CLIP, TAGS])(
	"every documented status of GET %s occurs in the contract table, except 304 and 503",
	(path) => {
		const { get, ...others } = PATHS[path] ?? {};
		const seen = API_CASES.filter(({ target }) => pathOf(target) === path)
			.filter(({ method = "GET" }) => others[method.toLowerCase()] === undefined)
			.map(({ status }) => String(status));
		const never = Object.keys(get?.responses ?? {}).filter((status) => !seen.includes(status));
		expect(never).toEqual(["304", "503"]);
	},
);

/** A zod schema in the document's notation. */
function jsonSchema(schema: z.ZodType) {
	const { $schema, ...described } = z.toJSONSchema(schema, { io: "input" });
	return described;
}

test("its schemas match the rules in the code", () => {
	const { Instant, Page, TagsPage, Pointer } = SCHEMAS;
	expect(Pointer).toMatchObject(jsonSchema(pointerSchema));
	expect(Object.keys(Pointer?.properties ?? {})).toEqual(Object.keys(pointerSchema.shape));
	expect(Object.keys(Instant?.properties ?? {})).toEqual(Object.keys(FIELDS));
	const rules = jsonSchema(instantSchema).properties ?? {};
	for (const field of Object.keys(FIELDS) as InstantField[]) {
		// In `data/`, media may also be file names.
		if (FIELDS[field].startsWith("media")) continue;
		const { default: _, ...rule } = rules[field] as Record<string, unknown>;
		expect(Instant?.properties?.[field], field).toMatchObject(rule);
	}
	for (const page of [Page, TagsPage]) {
		expect(page?.properties?.results).toHaveProperty("maxItems", PAGE_SIZE);
	}
});

test("its parameters match the code", () => {
	const parameter = (path: string, name: string) => {
		const parameters = DOCUMENT.paths?.[path]?.parameters ?? [];
		return parameters.map((one) => resolved(DOCUMENT, one)).find((one) => one.name === name);
	};
	expect(parameter(LIST, "tag")?.description).toContain(`at most ${MAX_TAGS} times`);
	expect(parameter(LIST, "page")?.description).toContain(`${PAGE_SIZE} results`);
	for (const path of [LIST, CLIP, TAGS]) {
		expect(parameter(path, "format")?.schema).toHaveProperty("enum", FORMATS);
	}
	const { description, ...slug } = SCHEMAS.Instant?.properties?.slug ?? {};
	expect(parameter(CLIP, "slug")?.schema).toEqual(slug);
});

test("examples of errors are answers from the API", async () => {
	const answered = await Promise.all(
		API_CASES.map(async ({ method, target, headers }) =>
			(await answerTo(method, target, headers)).text(),
		),
	);
	// Answers from a damaged tree, and from a large one.
	const rare = [UNAVAILABLE, SEARCH_UNAVAILABLE, tooBroad(false), tooBroad(true)];
	const bodies = [...answered, ...rare.map(({ body }) => body)];
	const examples = Object.values(PATHS).flatMap(({ get, options }) =>
		[get, options].flatMap((operation) =>
			Object.entries(operation?.responses ?? {})
				.filter(([status]) => status >= "400")
				.map(([, response]) => resolved(DOCUMENT, response).content?.["application/json"])
				.flatMap((content) => Object.values(content?.examples ?? {})),
		),
	);
	expect(examples.length).toBeGreaterThan(10);
	const others = examples.map((example) => JSON.stringify("value" in example && example.value));
	expect(others.filter((text) => !bodies.includes(text))).toEqual([]);
});

test("the licence is the owner's, if the owner names one", () => {
	const licenseFor = (license?: string) =>
		openApiDocument(BASE, { title: "Own", ...(license !== undefined && { license }) }).info;
	expect(licenseFor("CC0-1.0")).toMatchObject({ license: { name: "CC0-1.0" } });
	expect(licenseFor()).not.toHaveProperty("license");
});

test("the validator used here rejects undocumented fields and wrong values", () => {
	const [row] = JSON.parse(textOf(folder, "v1/instants/page/1.json")).results;
	expect(faults(INSTANT, row)).toEqual([]);
	expect(faults(INSTANT, { ...row, rating: 5 })).not.toEqual([]);
	expect(faults(INSTANT, { ...row, image: "boom.png" })).not.toEqual([]);
	expect(faults(INSTANT, { ...row, tags: undefined })).not.toEqual([]);
});

test("the published document is the one tested here", () => {
	expect(JSON.parse(textOf(folder, "openapi.json"))).toEqual(DOCUMENT);
});
