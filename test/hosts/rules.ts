/** What a host whose rules answer without code must do: the contract, and what stands beside it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_PATH } from "../../scripts/contract/links.ts";
import { FORMATS } from "../../scripts/contract/query.ts";
import type { Host } from "../../scripts/hosts/host.ts";
import { folderAsset } from "../../scripts/hosts/node/folder-asset.ts";
import { formatPath, wordPath } from "../../scripts/tree/paths.ts";
import { CONTRACT_CATALOGUE } from "../contract/catalogue.ts";
import { senderTo } from "../contract/over-http.ts";
import { type Answer, describeContract, type TargetRequest } from "../contract/target.ts";
import { BASE, type RawInstant, temporaryFolder } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { CROWDED, publishFor, type Site, TRAPS } from "./rule-sites.ts";
import { freePort, type RunningServer } from "./server.ts";
import { binaryOf, type DebianEngine, skipping } from "./tools.ts";
import { testTraversal } from "./traversal.ts";

type Send = (request: TargetRequest) => Promise<Answer>;

/** A host whose rules answer without code, and how its server is started for a site. */
export interface RuleHost {
	readonly host: Host;
	readonly engine: DebianEngine;
	start(binary: string, site: Site, port: number): Promise<RunningServer>;
}

/** The contract, the files, the ways out and every word, where the server is installed. */
export function describeRuleHost({ host, engine, start }: RuleHost): void {
	const binary = binaryOf(engine);
	const parent = temporaryFolder();

	/** Serves the records while the tests of the block run. */
	function serve(records: readonly RawInstant[]): { send: Send; site: () => Site } {
		let site: Site;
		let server: RunningServer | undefined;
		beforeAll(async () => {
			if (binary === undefined) throw new Error(skipping(engine).title);
			site = await publishFor(host, parent, records);
			server = await start(binary, site, await freePort());
		});
		afterAll(() => server?.stop());
		const send: Send = (sent) => senderTo(server?.origin ?? "", new URL(BASE).host)(sent);
		return { send, site: () => site };
	}

	const { skip, title } = skipping(engine);
	describe.skipIf(skip)(title, () => {
		describe("the catalogue of the contract", () => {
			const { send, site } = serve(CONTRACT_CATALOGUE);
			describeContract(engine.name, () => ({ ...host, send }));
			testFiles(send);
			testFragments(send);
			testWords(send, site);
		});
		describe("words that are traps", () => {
			const { send, site } = serve(TRAPS);
			testWords(send, site);
			if (host.wantsSpellings) testSpellings(send);
		});
		describe("a thousand words of several pages", () => {
			const { send, site } = serve(CROWDED);
			test("are all answered, and so are files", async () => {
				const { words } = site().facts;
				expect(words.filter(({ pages }) => pages > 1).length).toBeGreaterThan(600);
				for (const { word, pages } of words.filter((_, i) => i % 50 === 0)) {
					const target = `${API_PATH}?page=last&name=${encodeURIComponent(word)}`;
					const { status, body } = await send({ method: "GET", target, headers: {} });
					expect(status, target).toBe(200);
					expect(JSON.parse(body).results.length, target).toBeGreaterThan(0);
					expect(Math.ceil(JSON.parse(body).count / 10), target).toBe(pages);
				}
				expect((await send({ method: "GET", target: "/", headers: {} })).status).toBe(200);
			});
		});
	});
}

/** What a host says to each precomputed word: its stored pages, or that it has none; never other clips. */
function testWords(send: Send, site: () => Site): void {
	test("every word is answered with its own pages, in every format", async () => {
		const { tree, facts } = site();
		for (const { word, key, pages } of facts.words) {
			for (const format of [undefined, ...FORMATS]) {
				const query = new URLSearchParams({ name: word, page: String(pages) });
				if (format !== undefined) query.set("format", format);
				const target = `${API_PATH}?${query}`;
				const { status, body } = await send({ method: "GET", target, headers: {} });
				const path = wordPath(key, pages);
				const stored = format === undefined ? path : formatPath(path, format);
				const isPlain = /^[\p{L}\p{N}]+$/u.test(word);
				if (status === 200) expect(body, target).toBe(readFileSync(join(tree, stored), "utf8"));
				else expect([status, isPlain], `${target}: ${body}`).toEqual([404, false]);
			}
		}
	});

	test.each([
		"%22",
		"_5c",
		"_21",
		"w-a",
		"%5f21",
		"x%ZZ",
		"default;x",
		"=",
		"%2525",
		"$1",
		"%7B%7D",
	])("the name %s finds what its word finds, or nothing", async (name) => {
		const target = `${API_PATH}?name=${name}`;
		const { status, body } = await send({ method: "GET", target, headers: {} });
		const handled = await respond(
			{ method: "GET", url: `${BASE}${target}`, headers: new Headers() },
			folderAsset(site().tree),
		);
		if (status === 200) expect(JSON.parse(body).count).toBe((await handled.json()).count);
		else expect(status).toBe(404);
	});
}

/** The names people type are those they read: with accents, capitals and apostrophes. */
function testSpellings(send: Send): void {
	test.each([
		["Ünïcödé", "unicode"],
		["ÜNÏCÖDÉ", "unicode"],
		["ünïcödé", "unicode"],
		["Привет", "привет"],
		["ещё", "еще"],
		["don't", "dont"],
		["İstanbul", "istanbul"],
		["ẞcharf", "sscharf"],
		["u\u0308ni\u0308co\u0308de\u0301", "unicode"],
	])("%s is found as it is spelled in the catalogue", async (spelling, word) => {
		const ask = (name: string): Promise<Answer> =>
			send({
				method: "GET",
				target: `${API_PATH}?name=${encodeURIComponent(name)}`,
				headers: {},
			});
		const asked = await ask(spelling);
		expect(asked.status, asked.body).toBe(200);
		expect(JSON.parse(asked.body)).toMatchObject({ count: 1 });
		expect(asked.body).toBe((await ask(word)).body);
	});
}

/** A `#` as it is, which no browser sends: a server may take the query to end there. */
function testFragments(send: Send): void {
	test.each(["name=#booming", "n%61me=#", "page=2#", "fo%72mat=#name[]=", "name=boom#x"])(
		"%s is not answered with other clips",
		async (query) => {
			const target = `${API_PATH}?${query}`;
			const { status } = await send({ method: "GET", target, headers: {} });
			expect([400, 404]).toContain(status);
		},
	);
}

/** Static files, and what leads out of the tree. */
function testFiles(send: Send): void {
	const get = (target: string): Promise<Answer> => send({ method: "GET", target, headers: {} });

	test.each([
		["/", "text/html"],
		["/docs/", "text/html"],
		["/openapi.json", "application/json"],
		["/sitemap.xml", "application/xml"],
		["/v1/instants/page/1.json", "application/json"],
		["/v1/instants/all.ndjson", "application/x-ndjson"],
		["/icon.svg", "image/svg+xml"],
		["/service-worker.js", "text/javascript"],
		["/site.webmanifest", "application/manifest+json"],
		["/icons/192.png", "image/png"],
		["/media/sounds/caf%C3%A9%20(1).mp3", "audio/mpeg"],
	])("%s is served as %s", async (path, type) => {
		const { status, headers } = await get(path);
		expect(status).toBe(200);
		expect(headers.get("Content-Type")?.split(";")[0]).toBe(type);
	});

	test("data are open to anyone, and taken for nothing else", async () => {
		for (const path of [
			"/v1/instants/page/1.json",
			"/manifest.json",
			"/latest.json",
			"/openapi.json",
		]) {
			const { headers } = await get(path);
			expect(headers.get("Access-Control-Allow-Origin"), path).toBe("*");
			expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff");
		}
	});

	test("the folder of a page without its slash leads to the page", async () => {
		const { status, headers } = await get("/docs");
		expect([301, 302, 307, 308]).toContain(status);
		expect(headers.get("Location")).toMatch(/\/docs\/$/);
	});

	test.each(["/", "/docs/", "/service-worker.js", "/v1/instants/page/1.json", "/latest.json"])(
		"%s is checked before a copy of it is used",
		async (path) => {
			const { status, headers } = await get(path);
			expect([status, headers.get("Cache-Control")]).toEqual([
				200,
				"public, max-age=0, must-revalidate",
			]);
		},
	);

	test.each(["/v1/instants/", "/v1/instants", "/media/sounds/", "/nowhere", "/.htaccess"])(
		"%s lists no folder",
		async (path) => {
			const { status, body } = await get(path);
			expect([301, 403, 404]).toContain(status);
			expect(body).not.toContain("instants/page");
			expect(body).not.toContain("Index of");
		},
	);

	test("a missing page is the page for people", async () => {
		expect((await get("/nowhere")).body).toContain("<html");
	});

	test("a name it has no pages for is told where the index is", async () => {
		const { status, headers, body } = await get("/api/v1/instants/?name=xyzzy");
		expect(status).toBe(404);
		expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect(JSON.parse(body).index).toBe("http://oracle.test/v1/instants/search/index.json");
	});

	test("a page's entity tag answers 304", async () => {
		const target = "/api/v1/instants/?page=2";
		const tag = (await get(target)).headers.get("ETag") ?? "";
		expect(tag).toMatch(/^"/);
		const again = await send({ method: "GET", target, headers: { "If-None-Match": tag } });
		expect(again.status).toBe(304);
		expect(again.headers.get("Access-Control-Allow-Origin")).toBe("*");
	});

	test.each(["+", "%20", "%", "&", "=", "%00", "0", "a+", "page=", "name=&"])(
		"a long run of %s is no failure of the server",
		async (piece) => {
			for (const key of ["page", "name", "format", "x"]) {
				const target = `/api/v1/instants/?${key}=${piece.repeat(7000 / piece.length)}`;
				expect((await get(target)).status, key).toBeLessThan(500);
			}
		},
	);

	testTraversal(send);
}
