/** The contract, answered by the worker on Cloudflare's runtime, for Workers, for Pages, and over an R2 bucket. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { CLOUDFLARE as HOST } from "../../../scripts/hosts/cloudflare/host.ts";
import { CLOUDFLARE_R2 } from "../../../scripts/hosts/cloudflare-r2/host.ts";
import bucketWorker from "../../../scripts/hosts/cloudflare-r2/worker.ts";
import { headersOf } from "../../../scripts/hosts/headers.ts";
import { HOSTS } from "../../../scripts/hosts/index.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { HOST_LIST } from "../../../scripts/tree/write/own-tree.ts";
import { testServer } from "../../contract/over-http.ts";
import { describeContract } from "../../contract/target.ts";
import { contractTree, testTraversal } from "../contract-tree.ts";
import { testFiles, testMissing, testSlashes, testVersions } from "../served-files.ts";
import { CLOUDFLARE, skipping } from "../tools.ts";
import { startWorker, type WorkerConfig } from "./miniflare.ts";

/** The configuration that wrangler reads from a build for Workers. */
function workersConfig(folder: string): WorkerConfig {
	const beside = besideFolder(folder, HOST);
	const config = parse(readFileSync(join(beside, "wrangler.jsonc"), "utf8"));
	const directory = join(beside, config.assets.directory);
	return {
		main: join(beside, config.main),
		compatibilityDate: config.compatibility_date,
		files: { ...config.assets, directory },
	};
}

/** The configuration that Pages reads from the same tree. */
function pagesConfig(folder: string): WorkerConfig {
	const { include } = JSON.parse(readFileSync(join(folder, "_routes.json"), "utf8"));
	return {
		main: join(folder, "_worker.js"),
		compatibilityDate: "2026-01-01",
		// Pages finds 404.html automatically.
		files: {
			directory: folder,
			binding: "ASSETS",
			run_worker_first: include,
			not_found_handling: "404-page",
		},
	};
}

const { skip, title } = skipping(CLOUDFLARE);
/** Both serve the same tree. */
let tree: Promise<string> | undefined;
const variants = { Workers: workersConfig, Pages: pagesConfig };

describe.skipIf(skip).each(Object.entries(variants))(`${title}: %s`, (name, configOf) => {
	const { send, get } = testServer(async () => {
		tree ??= contractTree(HOST);
		return startWorker(configOf(await tree));
	});

	describeContract(`Cloudflare ${name}`, () => ({ name, send }));
	testTraversal(send, { alsoAllowed: [200, 307] });

	testMissing(get, name === "Workers" ? "no-store" : "public, max-age=0, must-revalidate");
	test("a missing file gets a page for people", async () => {
		const { headers, body } = await get("/nowhere");
		expect(headers.get("Content-Type")).toMatch(/^text\/html/);
		expect(body).toContain("<title>Page not found");
	});
	// Cloudflare's file server answers requests for existing files.
	test("a 405 for a file is not cached", async () => {
		const { status, headers } = await send({ method: "POST", target: "/latest.json", headers: {} });
		expect([status, headers.get("Cache-Control")]).toEqual([
			405,
			"public, max-age=0, must-revalidate",
		]);
	});
	testSlashes(get);

	test.each([
		["/v1/instants/page/1.json", 200],
		["/latest.json", 200],
		["/v1/instants/all.m3u8", 200],
		["/docs", 307],
		["/nowhere", 404],
	])("%s is a file, with the headers of its kind, or none: %i", async (path, status) => {
		const answer = await get(path);
		expect(answer.status).toBe(status);
		for (const [header, value] of Object.entries(headersOf(path))) {
			expect(answer.headers.get(header), header).toBe(value);
		}
	});
});

test("Workers publish no file that is for Pages or for another host", () => {
	const facts = { baseUrl: "https://h.test", tree: "" };
	const ignored = HOST.files(facts).tree.find(({ path }) => path === ".assetsignore")?.text;
	const wanted = HOSTS.flatMap((host) => host.files(facts).tree).map(({ path }) => path);
	// Wrangler never uploads these two: https://developers.cloudflare.com/workers/static-assets/binding/#ignoring-assets
	const own = ["_headers", ".assetsignore"];
	expect(ignored?.trimEnd().split("\n").sort()).toEqual(
		[...new Set(wanted), HOST_LIST].filter((path) => !own.includes(path)).sort(),
	);
});

describe.skipIf(skip)(`${title}: R2`, () => {
	const { send } = testServer(async () => {
		const folder = await contractTree(CLOUDFLARE_R2);
		const beside = besideFolder(folder, CLOUDFLARE_R2);
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

test("while the bucket fails, files get a 503 that is not cached", async () => {
	const fails = () => Promise.reject(new Error("no bucket"));
	const said = vi.spyOn(console, "error").mockImplementation(() => {});
	onTestFinished(() => said.mockRestore());
	const request = new Request("http://h.test/latest.json");
	const { status, headers } = await bucketWorker.fetch(request, {
		BUCKET: { get: fails, head: fails },
	});
	expect([status, headers.get("Cache-Control")]).toEqual([503, "no-store"]);
	expect(said).toHaveBeenCalledWith("no bucket");
});
