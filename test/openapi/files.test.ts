/** The OpenAPI document describes the published files, and its examples match its schemas. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ALL_SLUGS, CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";
import { DOCUMENT, faults, PATHS } from "./validator.ts";

const parent = temporaryFolder();
let folder: string;
beforeAll(async () => {
	const sign = () => "signed";
	({ folder } = await publishRecords(CONTRACT_CATALOGUE, { parent, sign }));
});

/** Matches the files that a documented path stands for. */
function matcher(path: string): RegExp {
	return new RegExp(`^${path.replaceAll(".", "[.]").replace(/\{\w+\}/g, "[^/]+")}$`);
}

const FILES = Object.keys(PATHS).filter((path) => !path.startsWith("/api/"));

describe("published files match the schema of their path", () => {
	test.for(FILES)("%s", (path) => {
		// A path without parameters goes before one that has some: https://spec.openapis.org/oas/v3.1.1#path-templating-matching
		const files = filesIn(folder).filter(({ path: file }) =>
			FILES.includes(`/${file}`) ? `/${file}` === path : matcher(path).test(`/${file}`),
		);
		expect(files).not.toEqual([]);
		const content = PATHS[path]?.get?.responses["200"]?.content?.["application/json"];
		if (content === undefined) return;
		for (const file of files) {
			expect(faults(content.schema, JSON.parse(textOf(folder, file.path)))).toEqual([]);
		}
	});
});

test("every line of the catalogue file is an instant", () => {
	const lines = textOf(folder, "v1/instants/all.ndjson").trimEnd().split("\n");
	for (const line of lines) {
		expect(faults({ $ref: "#/components/schemas/Instant" }, JSON.parse(line))).toEqual([]);
	}
	expect(lines).toHaveLength(ALL_SLUGS.length);
});

test("every file under /v1/ is documented, except the error bodies", () => {
	const known = FILES.map(matcher);
	const unknown = filesIn(folder)
		.map((file) => `/${file.path}`)
		.filter((path) => path.startsWith("/v1/") && !known.some((one) => one.test(path)));
	expect(unknown.filter((path) => !path.startsWith("/v1/instants/errors/"))).toEqual([]);
});

test("examples match their schemas", () => {
	const schemas = Object.entries(DOCUMENT.components.schemas) as [
		string,
		{ examples?: unknown[] },
	][];
	const ofSchemas = schemas.flatMap(([name, { examples = [] }]) =>
		examples.map((value) => ({ schema: { $ref: `#/components/schemas/${name}` }, value })),
	);
	const ofAnswers = Object.values(PATHS)
		.flatMap((operations) => Object.values(operations))
		.flatMap(({ responses = {} }) => Object.values(responses))
		.flatMap(({ content = {} }) => Object.values(content))
		.flatMap(({ schema, examples = {} }) =>
			Object.values(examples).map(({ value }) => ({ schema, value })),
		);
	expect(ofSchemas.length).toBeGreaterThan(3);
	expect(ofAnswers.length).toBeGreaterThan(10);
	expect(
		[...ofSchemas, ...ofAnswers].flatMap(({ schema, value }) => faults(schema, value)),
	).toEqual([]);
});

test("the validator used here rejects undocumented fields and wrong values", () => {
	const instant = { $ref: "#/components/schemas/Instant" };
	const [row] = JSON.parse(textOf(folder, "v1/instants/page/1.json")).results;
	expect(faults(instant, row)).toEqual([]);
	expect(faults(instant, { ...row, rating: 5 })).not.toEqual([]);
	expect(faults(instant, { ...row, image: "boom.png" })).not.toEqual([]);
	expect(faults(instant, { ...row, tags: undefined })).not.toEqual([]);
});

test("the published document is the one tested here", () => {
	expect(JSON.parse(readFileSync(join(folder, "openapi.json"), "utf8"))).toEqual(DOCUMENT);
});
