/** The contract, answered by the worker on Cloudflare's runtime, for Workers and for Pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLOUDFLARE as HOST } from "../../../scripts/hosts/cloudflare/host.ts";
import { STATIC_HEADERS } from "../../../scripts/hosts/headers.ts";
import { HOSTS } from "../../../scripts/hosts/index.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { ALL_SLUGS, CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { LARGE_CASES, LARGE_CATALOGUE } from "../../contract/large.ts";
import { senderTo } from "../../contract/over-http.ts";
import { type Answer, describeContract, type TargetRequest } from "../../contract/target.ts";
import { publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { filesIn } from "../../fixtures/tree-files.ts";
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
const sendTo =
	({ origin }: WorkerServer) =>
	(sent: TargetRequest): Promise<Answer> =>
		senderTo(origin, new URL(origin).host)(sent);

describe.skipIf(skip).each(Object.entries(variants))(`${title}: %s`, (name, configOf) => {
	let server: WorkerServer;
	beforeAll(async () => {
		const { folder } = await publishRecords(CONTRACT_CATALOGUE, { parent, hosts: [HOST] });
		server = await startWorker(configOf(folder));
	});
	afterAll(() => server?.stop());

	describeContract(`Cloudflare ${name}`, () => ({ name, send: sendTo(server) }));
	testTraversal((sent) => sendTo(server)(sent), { alsoAllowed: [200, 307] });

	test("files are served beside the worker", async () => {
		const response = await fetch(`${server.origin}/v1/instants/page/1.json`);
		expect(response.status).toBe(200);
		expect((await response.json()).count).toBe(ALL_SLUGS.length);
	});
});

describe.skipIf(skip)(`${title}: a large catalogue without pages composed in advance`, () => {
	let server: WorkerServer;
	beforeAll(async () => {
		const how = { parent, hosts: [HOST], pages: "none" } as const;
		const { folder } = await publishRecords(LARGE_CATALOGUE, how);
		const paths = filesIn(folder).map(({ path }) => path);
		expect(paths.filter((path) => path.includes("/packs/")).length).toBeGreaterThan(700);
		expect(paths.filter((path) => /\/(?:page|name)\//.test(path))).toEqual([]);
		server = await startWorker(workersConfig(folder));
	});
	afterAll(() => server?.stop());

	describeContract(
		"a worker over the store alone",
		() => ({ name: "large", send: sendTo(server) }),
		LARGE_CASES,
	);
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
