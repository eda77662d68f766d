/** The contract on the handler alone, for trees with and without precomputed pages, and in both link styles. */
import { beforeAll } from "vitest";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { BASE, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { CONTRACT_CATALOGUE } from "./catalogue.ts";
import { type Answer, describeContract, type Target, type TargetRequest } from "./target.ts";

function handlerTarget(name: string, folder: string): Target {
	const asset = folderAsset(folder);
	const send = async ({ method, target, headers }: TargetRequest): Promise<Answer> => {
		const response = await respond({ method, url: `${BASE}${target}`, headers }, asset);
		return { status: response.status, headers: response.headers, body: await response.text() };
	};
	return { name, send };
}

for (const [name, how] of [
	["the handler", {}],
	["the handler over a tree without pages", { pages: "none" }],
	["the handler over pages that link to files", { links: "path" }],
] as const) {
	let target: Target;
	beforeAll(async () => {
		const { folder } = await publishRecords(CONTRACT_CATALOGUE, how);
		target = handlerTarget(name, folder);
	});
	describeContract(name, () => target);
}
