/** The contract, answered by the handler alone: from precomputed pages in both link styles, and without pages. */
import { afterAll, beforeAll, expect } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { KEPT_FILES } from "../../scripts/tree/store.ts";
import { BASE, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { CONTRACT_CATALOGUE } from "./catalogue.ts";
import { type Answer, describeContract, type Target, type TargetRequest } from "./target.ts";

function handlerTarget(name: string, asset: Asset): Target {
	const send = async ({ method, target, headers }: TargetRequest): Promise<Answer> => {
		// Otherwise, files cached in memory would hide reads.
		KEPT_FILES.clear();
		const response = await respond({ method, url: `${BASE}${target}`, headers }, asset);
		return { status: response.status, headers: response.headers, body: await response.text() };
	};
	return { name, send };
}

for (const [name, how, hasPages] of [
	["the handler", {}, true],
	["the handler over a tree without pages", { pages: "none" }, false],
	["the handler over pages that link to files", { runsCode: false }, true],
] as const) {
	const asked = new Set<string>();
	const read = new Set<string>();
	let target: Target;
	beforeAll(async () => {
		const asset = folderAsset((await publishRecords(CONTRACT_CATALOGUE, how)).folder);
		target = handlerTarget(name, async (path) => {
			const content = await asset(path);
			if (/^\/(?:v1\/instants\/(?:page|name)|manifest)\//.test(path)) asked.add(path);
			if (/^\/v1\/instants\/(?:page|name)\//.test(path) && content) read.add(path);
			return content;
		});
	});
	describeContract(name, () => target);
	afterAll(() => {
		if (hasPages) expect(read.size, `${name} read too few pages`).toBeGreaterThan(10);
		else expect([...asked], `${name} looked for pages`).toEqual([]);
	});
}
