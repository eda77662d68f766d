/** The contract, answered by the edge function on Netlify's local runtime with Deno, where that is installed. */
import { cpSync, renameSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ALL_SLUGS, CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { testServer } from "../../contract/over-http.ts";
import { describeContract } from "../../contract/target.ts";
import { publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { NETLIFY, skipping } from "../tools.ts";
import { plantSecret, testTraversal } from "../traversal.ts";
import { startNetlifyDev } from "./dev.ts";

const { skip, title } = skipping(NETLIFY);
const project = temporaryFolder();
plantSecret(project);

/** This repository, but for another `dist`. */
async function openProject(): Promise<void> {
	const { folder } = await publishRecords(CONTRACT_CATALOGUE);
	renameSync(folder, join(project, "dist"));
	cpSync("netlify.toml", join(project, "netlify.toml"));
	for (const shared of ["scripts", "node_modules", "package.json"]) {
		symlinkSync(resolve(shared), join(project, shared));
	}
}

describe.skipIf(skip)(title, () => {
	const { send, get } = testServer(async () => {
		await openProject();
		return startNetlifyDev(project);
	});
	const reason = "the local server refuses request heads over 16 KiB";
	const gaps = [{ reason, instead: [431], rows: ["50,000 characters", "25,000 words"] }];

	describeContract("Netlify's edge function", () => ({ name: "edge function", gaps, send }));
	// 500 is the local server's own answer to the path of a file that is not UTF-8.
	testTraversal(send, { alsoAllowed: [200, 500], every: 9 });

	test("files are served beside it", async () => {
		const { status, body } = await get("/v1/instants/page/1.json");
		expect([status, JSON.parse(body).count]).toEqual([200, ALL_SLUGS.length]);
	});
});
