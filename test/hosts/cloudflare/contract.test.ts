/** The contract, answered by the worker on Cloudflare's runtime, for Workers and for Pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLOUDFLARE_PAGES, CLOUDFLARE_WORKERS } from "../../../scripts/hosts/cloudflare/host.ts";
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

const FACTS = { baseUrl: "https://example.test", listingPages: 1, words: [] };

/** What wrangler reads from the files of a build for Workers. */
async function workersConfig(): Promise<WorkerConfig> {
	const hosts = [CLOUDFLARE_WORKERS];
	const { folder } = await publishRecords(CONTRACT_CATALOGUE, { parent, hosts });
	const beside = besideFolder(folder, CLOUDFLARE_WORKERS);
	const config = parse(readFileSync(join(beside, "wrangler.jsonc"), "utf8"));
	return {
		main: join(beside, config.main),
		assets: join(beside, config.assets.directory),
		workerFirst: config.assets.run_worker_first,
		compatibilityDate: config.compatibility_date,
	};
}

/** What Pages reads from a tree. */
async function pagesConfig(): Promise<WorkerConfig> {
	const hosts = [CLOUDFLARE_PAGES];
	const { folder } = await publishRecords(CONTRACT_CATALOGUE, { parent, hosts });
	const { include } = JSON.parse(readFileSync(join(folder, "_routes.json"), "utf8"));
	return {
		main: join(folder, "_worker.js"),
		assets: folder,
		workerFirst: include,
		compatibilityDate: "2026-01-01",
	};
}

const { skip, title } = skipping(CLOUDFLARE);
const variants = { Workers: workersConfig, Pages: pagesConfig };

describe.skipIf(skip).each(Object.entries(variants))(`${title}: %s`, (name, configOf) => {
	let server: WorkerServer;
	beforeAll(async () => {
		server = await startWorker(await configOf());
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

test("the configuration of Workers", () => {
	const [, config] = CLOUDFLARE_WORKERS.besideFiles(FACTS, "../../dist");
	const [headers] = CLOUDFLARE_WORKERS.treeFiles(FACTS);
	expect(config?.text).toMatchInlineSnapshot(`
		"// Made by the build. Change the name if you have several catalogues.
		{
		  "name": "instants",
		  "main": "worker.js",
		  "compatibility_date": "2026-01-01",
		  "assets": {
		    "directory": "../../dist",
		    "binding": "ASSETS",
		    "run_worker_first": [
		      "/api",
		      "/api/*"
		    ],
		    "html_handling": "auto-trailing-slash",
		    "not_found_handling": "404-page"
		  }
		}
		"
	`);
	expect(headers?.text).toMatchInlineSnapshot(`
		"/
		  Cache-Control: public, max-age=0, must-revalidate

		/index.html
		  Cache-Control: public, max-age=0, must-revalidate

		/docs/*
		  Cache-Control: public, max-age=0, must-revalidate

		/service-worker.js
		  Cache-Control: public, max-age=0, must-revalidate

		/v1/*
		  Access-Control-Allow-Origin: *
		  X-Content-Type-Options: nosniff
		  Cache-Control: public, max-age=0, must-revalidate

		/media/*
		  Access-Control-Allow-Origin: *
		  X-Content-Type-Options: nosniff
		  Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox

		/assets/*
		  Cache-Control: public, max-age=31536000, immutable
		  X-Content-Type-Options: nosniff

		/manifest.json
		  Access-Control-Allow-Origin: *
		  X-Content-Type-Options: nosniff
		  Cache-Control: public, max-age=0, must-revalidate

		/latest.json
		  Access-Control-Allow-Origin: *
		  X-Content-Type-Options: nosniff
		  Cache-Control: public, max-age=0, must-revalidate

		/openapi.json
		  Access-Control-Allow-Origin: *
		  X-Content-Type-Options: nosniff
		  Cache-Control: public, max-age=0, must-revalidate
		"
	`);
});

test("the routes of Pages", () => {
	const routes = CLOUDFLARE_PAGES.treeFiles(FACTS).find(({ path }) => path === "_routes.json");
	expect(routes?.text).toMatchInlineSnapshot(`
		"{
		  "version": 1,
		  "include": [
		    "/api",
		    "/api/*"
		  ],
		  "exclude": []
		}
		"
	`);
});
