/** The contract, answered by the edge function on Netlify's local runtime with Deno, where that is installed. */
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { NETLIFY as NETLIFY_HOST } from "../../../scripts/hosts/netlify/host.ts";
import { ALL_SLUGS } from "../../contract/catalogue.ts";
import { testServer } from "../../contract/over-http.ts";
import { describeContract } from "../../contract/target.ts";
import { contractTree, testTraversal } from "../contract-tree.ts";
import { testMissing, testSlashes } from "../served-files.ts";
import { NETLIFY, skipping } from "../tools.ts";
import { startNetlifyDev } from "./dev.ts";

const { skip, title } = skipping(NETLIFY);

// Concurrent, because Deno starts a worker for each request, and waits for it.
describe.skipIf(skip)(title, { concurrent: true }, () => {
	const { send, get } = testServer(async () => {
		// The files that Netlify has after it has built a repository.
		const project = dirname(await contractTree(NETLIFY_HOST));
		cpSync("netlify.toml", join(project, "netlify.toml"));
		return startNetlifyDev(project);
	});
	const reason = "the local server refuses request headers over 16 KiB";
	const gaps = [
		{ reason, instead: [431], rows: ["50,000 characters", "25,000 words"] },
		{
			reason: "the local server follows the function's redirect automatically",
			instead: [200],
			rows: [
				"a clip's page: without the slash",
				"a clip's page: without the slash, and with a long query",
			],
		},
	];

	describeContract("Netlify's edge function", () => ({ name: "edge function", gaps, send }));
	// 500 is the local server's own answer to the path of a file that is not UTF-8.
	testTraversal(send, { alsoAllowed: [200, 500] });

	// Netlify applies no rule to missing files.
	testMissing(get, null);
	testSlashes(get);

	test("files are served beside it", async () => {
		const { status, body } = await get("/v1/instants/page/1.json");
		expect([status, JSON.parse(body).count]).toEqual([200, ALL_SLUGS.length]);
	});
});
