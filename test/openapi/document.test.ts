/** The OpenAPI document is valid, and clean to a public linter. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openApiDocument } from "../../scripts/openapi/document.ts";
import { BASE } from "../fixtures/published.ts";

/** Rules of the linter's strict set that would have us say what is not so, each with the reason. */
const NOT_HERE = {
	// The licence of a catalogue is its owner's to say; the MIT licence is the program's.
	"info-license": "off",
	"info-license-strict": "off",
	// The path has one: clients of the reference server spell it so, and links do.
	"no-path-trailing-slash": "off",
} as const;

test("the linter finds nothing", async () => {
	const config = await createConfig({ extends: ["recommended-strict"], rules: NOT_HERE });
	const source = JSON.stringify(openApiDocument(BASE));
	const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
	const lines = problems.map(
		({ ruleId, message, location }) => `${ruleId}: ${location[0]?.pointer}: ${message}`,
	);
	expect(lines).toEqual([]);
});
