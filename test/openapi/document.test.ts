/** The OpenAPI document is valid and passes a public linter. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openApiDocument } from "../../scripts/openapi/document.ts";
import { BASE } from "../fixtures/published.ts";

/** Strict rules that do not fit this API, each with the reason. */
const NOT_HERE = {
	// The MIT licence covers the program, not the catalogue, whose owner decides.
	"info-license": "off",
	"info-license-strict": "off",
	// The API's path ends in one, as on the reference server.
	"no-path-trailing-slash": "off",
} as const;

test("the linter finds no problem in the OpenAPI document", async () => {
	const config = await createConfig({ extends: ["recommended-strict"], rules: NOT_HERE });
	const source = JSON.stringify(openApiDocument(BASE));
	const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
	const lines = problems.map(
		({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer}: ${message}`,
	);
	expect(lines).toEqual([]);
});
