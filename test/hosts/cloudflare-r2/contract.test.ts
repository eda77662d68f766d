/** The contract, and the files, answered by the worker over an R2 bucket on Cloudflare's runtime. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CLOUDFLARE_R2 as HOST } from "../../../scripts/hosts/cloudflare-r2/host.ts";
import worker from "../../../scripts/hosts/cloudflare-r2/worker.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { testServer } from "../../contract/over-http.ts";
import { describeContract } from "../../contract/target.ts";
import { startWorker } from "../cloudflare/miniflare.ts";
import { contractTree, testTraversal } from "../contract-tree.ts";
import { testFiles, testVersions } from "../served-files.ts";
import { CLOUDFLARE, skipping } from "../tools.ts";

const { skip, title } = skipping(CLOUDFLARE);

describe.skipIf(skip)(title, () => {
	const { send } = testServer(async () => {
		const folder = await contractTree(HOST);
		const beside = besideFolder(folder, HOST);
		const config = parse(readFileSync(join(beside, "wrangler.jsonc"), "utf8"));
		return startWorker({
			main: join(beside, config.main),
			compatibilityDate: config.compatibility_date,
			files: { binding: config.r2_buckets[0].binding, folder },
		});
	});

	describeContract("Cloudflare with R2", () => ({ name: "R2", send }));
	testTraversal(send, { alsoAllowed: [200] });
	testFiles(send);
	testVersions(send);
});

test("while the bucket fails, files are a 503 that is not kept", async () => {
	const fails = () => Promise.reject(new Error("no bucket"));
	const said = vi.spyOn(console, "error").mockImplementation(() => {});
	onTestFinished(() => said.mockRestore());
	const request = new Request("http://h.test/latest.json");
	const { status, headers } = await worker.fetch(request, { BUCKET: { get: fails, head: fails } });
	expect([status, headers.get("Cache-Control")]).toEqual([503, "no-store"]);
	expect(said).toHaveBeenCalledWith("no bucket");
});
