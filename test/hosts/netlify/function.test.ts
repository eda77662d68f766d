/** The contract, answered by the edge function on Netlify's local runtime with Deno, where that is installed. */
import { cpSync, renameSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_SLUGS, CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { senderTo } from "../../contract/over-http.ts";
import { describeContract, type TargetRequest } from "../../contract/target.ts";
import { publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { NETLIFY, skipping } from "../tools.ts";
import { plantSecret, testTraversal } from "../traversal.ts";
import { type NetlifyServer, startNetlifyDev } from "./dev.ts";

const { skip, title } = skipping(NETLIFY);
const project = temporaryFolder();
plantSecret(project);
let server: NetlifyServer | undefined;

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
	beforeAll(async () => {
		await openProject();
		server = await startNetlifyDev(project);
	});
	afterAll(() => server?.stop());

	describeContract("Netlify's edge function", () => ({
		name: "netlify edge function",
		gaps: [
			{
				reason: "the local server refuses request heads over 16 KiB",
				instead: [431],
				rows: ["50,000 characters", "25,000 words"],
			},
		],
		send: (sent: TargetRequest) => {
			const origin = server?.origin ?? "";
			return senderTo(origin, new URL(origin).host)(sent);
		},
	}));

	testTraversal(
		(sent) => senderTo(server?.origin ?? "", new URL(server?.origin ?? "").host)(sent),
		// 500 is the local server's own answer to the path of a file that is not UTF-8.
		{ alsoAllowed: [200, 500], every: 9 },
	);

	test("files are served beside it", async () => {
		const response = await fetch(`${server?.origin}/v1/instants/page/1.json`);
		expect(response.status).toBe(200);
		expect((await response.json()).count).toBe(ALL_SLUGS.length);
	});
});
