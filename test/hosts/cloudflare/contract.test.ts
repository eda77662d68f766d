/** The contract, answered by the worker on Cloudflare's runtime, for Workers and for Pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLOUDFLARE as HOST } from "../../../scripts/hosts/cloudflare/host.ts";
import { STATIC_HEADERS } from "../../../scripts/hosts/headers.ts";
import { HOSTS } from "../../../scripts/hosts/index.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { senderTo } from "../../contract/over-http.ts";
import { describeContract } from "../../contract/target.ts";
import { publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { CLOUDFLARE, skipping } from "../tools.ts";
import { plantSecret, testTraversal } from "../traversal.ts";
import { startWorker, type WorkerConfig, type WorkerServer } from "./miniflare.ts";

const parent = temporaryFolder();
plantSecret(parent);

/** What wrangler reads from the files of a build for Workers. */
function workersConfig(folder: string): WorkerConfig {
	const beside = besideFolder(folder, HOST);
	const config = parse(readFileSync(join(beside, "wrangler.jsonc"), "utf8"));
	return {
		main: join(beside, config.main),
		compatibilityDate: config.compatibility_date,
		files: {
			assets: join(beside, config.assets.directory),
			workerFirst: config.assets.run_worker_first,
		},
	};
}

/** What Pages reads from the same tree. */
function pagesConfig(folder: string): WorkerConfig {
	const { include } = JSON.parse(readFileSync(join(folder, "_routes.json"), "utf8"));
	return {
		main: join(folder, "_worker.js"),
		compatibilityDate: "2026-01-01",
		files: { assets: folder, workerFirst: include },
	};
}

const { skip, title } = skipping(CLOUDFLARE);
const variants = { Workers: workersConfig, Pages: pagesConfig };

describe.skipIf(skip).each(Object.entries(variants))(`${title}: %s`, (name, configOf) => {
	let server: WorkerServer;
	beforeAll(async () => {
		const { folder } = await publishRecords(CONTRACT_CATALOGUE, { parent, hosts: [HOST] });
		server = await startWorker(configOf(folder));
	});
	afterAll(() => server?.stop());

	describeContract(`Cloudflare ${name}`, () => ({
		name,
		send: (sent) => senderTo(server.origin, new URL(server.origin).host)(sent),
	}));

	test("files are served beside the worker, with open data for anyone", async () => {
		const response = await fetch(`${server.origin}/v1/instants/page/1.json`);
		expect(response.status).toBe(200);
		expect((await response.json()).count).toBe(CONTRACT_CATALOGUE.length);
	});

	testTraversal((sent) => senderTo(server.origin, new URL(server.origin).host)(sent), {
		alsoAllowed: [200, 307],
	});
});

test("Workers publish no file that is for Pages or for another host", () => {
	const facts = { baseUrl: "https://h.test", cname: "h.test", tree: "" };
	const ignored = HOST.files(facts).tree.find(({ path }) => path === ".assetsignore")?.text;
	const wanted = HOSTS.flatMap((host) => host.files(facts).tree).map(({ path }) => path);
	// Wrangler never uploads these two: https://developers.cloudflare.com/workers/static-assets/binding/#ignoring-assets
	const own = ["_headers", ".assetsignore"];
	expect(ignored?.trimEnd().split("\n").sort()).toEqual(
		[...new Set(wanted)].filter((path) => !own.includes(path)).sort(),
	);
});

test("the configuration of Workers, the headers of files, and the routes of Pages", () => {
	const { tree, beside } = HOST.files({ baseUrl: "https://h.test", tree: "../../dist" });
	const texts = new Map([...tree, ...beside].map(({ path, text }) => [path, text]));
	expect(parse(texts.get("wrangler.jsonc") ?? "")).toEqual({
		name: "instants",
		main: "worker.js",
		compatibility_date: "2026-01-01",
		assets: {
			directory: "../../dist",
			binding: "ASSETS",
			run_worker_first: ["/api", "/api/*"],
			html_handling: "auto-trailing-slash",
			not_found_handling: "404-page",
		},
	});
	expect(JSON.parse(texts.get("_routes.json") ?? "")).toEqual({
		version: 1,
		include: ["/api", "/api/*"],
		exclude: [],
	});
	expect(texts.get("_headers")).toContain(
		"\n/v1/instants/page/*\n  Access-Control-Allow-Origin: *\n  X-Content-Type-Options: nosniff\n  Cache-Control: public, max-age=0, must-revalidate\n\n",
	);
	// https://developers.cloudflare.com/workers/platform/limits/#static-assets
	expect(STATIC_HEADERS.length).toBeLessThanOrEqual(100);
});
