/** What holds for every server in front of the server file: the contract, the files, and what happens when things change. */
import { renameSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMON_HEADERS, UNAVAILABLE_BODY } from "../../../scripts/contract/answers.ts";
import { API_PATH } from "../../../scripts/contract/links.ts";
import { CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { type TestServer, testServer } from "../../contract/over-http.ts";
import { COMPRESSED_VARY, describeContract } from "../../contract/target.ts";
import { BASE, named, temporaryFolder } from "../../fixtures/published.ts";
import { testFiles } from "../served-files.ts";
import { answerTo } from "../server/connections.ts";
import { type DebianEngine, skipping } from "../tools.ts";
import { testTraversal } from "../traversal.ts";
import { type Front, type Site, startSite } from "./site.ts";

/** Runs all tests of one server, where it is installed. */
export function describeReverseProxy(engine: DebianEngine, front: Front): void {
	const { skip, title } = skipping(engine);
	describe.skipIf(skip)(title, () => {
		const parent = temporaryFolder();
		let site: Site;
		const server = testServer(async () => {
			site = await startSite(front, parent, CONTRACT_CATALOGUE);
			return site;
		}, new URL(BASE).host);
		const { send } = server;

		const { vary = COMPRESSED_VARY } = front;
		describeContract(engine.name, () => ({ name: engine.name, send, vary }));
		// 200 is a search for the way out.
		testTraversal(send, { alsoAllowed: [200, 301] });
		testTargets(server);
		testFiles(send);
		testCompressed(server);
		testChanges(server, () => site);
	});
}

/** Requests that a server could tidy up on their way to the handler. */
function testTargets(server: TestServer): void {
	const { send, get } = server;
	test.each([
		["?n%61me=boom", "?name=boom&page=2"],
		["?&&name=boom&&", "?name=boom&page=2"],
		["?name=%62oom%21", "?name=boom%21&page=2"],
		["?name=boom+!", "?name=boom+%21&page=2"],
	])("%s reaches the handler byte for byte", async (query, next) => {
		const { status, body } = await get(`${API_PATH}${query}`);
		expect(status).toBe(200);
		expect(JSON.parse(body).next).toBe(`${BASE}${API_PATH}${next}`);
	});

	test("a # in a target ends nothing, or is refused", async () => {
		const { status, body } = await get(`${API_PATH}?x=#&name=boom`);
		if (status === 200) expect(body).toContain("?name=boom&page=2");
		else expect(status).toBe(400);
	});

	test.each(["/%61pi/v1/instants/", "/api/v1/instants/?name=%2e%2e%2f"])(
		"%s is asked of the handler",
		async (target) => {
			expect((await get(target)).status).toBe(200);
		},
	);

	test.each(["/api/../latest.json", "/api/%2e%2e/latest.json"])(
		"%s shows nothing of the API",
		async (target) => {
			const { status, body } = await get(target);
			expect([200, 400, 404]).toContain(status);
			expect(body).not.toContain('"results"');
		},
	);

	test("an entity tag answers 304, with the headers of the contract", async () => {
		const target = `${API_PATH}?page=2`;
		const tag = (await get(target)).headers.get("ETag") ?? "";
		expect(tag).toMatch(/^".+"$/);
		const { status, headers } = await get(target, { "If-None-Match": `"x", ${tag}` });
		expect(status).toBe(304);
		expect(headers.get("ETag")).toBe(tag);
		expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
		expect((await get(target, { "If-None-Match": '"x"' })).status).toBe(200);
	});

	test("TRACE and a large body are refused, by the server in front or by the handler", async () => {
		const trace = await send({ method: "TRACE", target: API_PATH, headers: {} });
		expect(trace.status).toBe(405);
		expect(trace.body).not.toContain("Host:");
		const post = (size: number) =>
			fetch(server.origin + API_PATH, { method: "POST", body: "x".repeat(size) });
		expect([405, 413]).toContain((await post(3_000_000)).status);
		const refused = await post(300_000);
		expect([refused.status, await refused.text()]).toEqual([
			405,
			'{"detail":"Method \\"POST\\" not allowed."}',
		]);
	});

	test("bytes beyond ASCII are refused, on every connection", async () => {
		for (let i = 0; i < 3; i++) {
			const { host } = new URL(BASE);
			const sent = `GET ${API_PATH}?name=café&x=${i} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
			expect(await answerTo(sent, server.origin)).toMatch(/^HTTP\/1.1 400 /);
		}
	});
}

function testCompressed({ get }: TestServer): void {
	test("a file with a gzipped one beside it is sent gzipped to who takes that", async () => {
		const { headers } = await get("/v1/instants/all.ndjson", { "Accept-Encoding": "gzip" });
		expect(headers.get("Content-Encoding")).toBe("gzip");
		expect(headers.get("Vary")).toContain("Accept-Encoding");
		expect(headers.get("Content-Type")).toBe("application/x-ndjson");
		expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
	});

	test("pages of the API are compressed for whoever takes that, and for nobody else", async () => {
		const gzipped = await get(API_PATH, { "Accept-Encoding": "gzip" });
		expect(gzipped.headers.get("Content-Encoding")).toBe("gzip");
		expect(gzipped.headers.get("Vary")).toContain("Accept-Encoding");
		const tag = gzipped.headers.get("ETag") ?? "";
		const asked = { "Accept-Encoding": "gzip", "If-None-Match": tag };
		expect((await get(API_PATH, asked)).status).toBe(304);
		expect((await get(API_PATH)).headers.get("Content-Encoding")).toBeNull();
	});
}

/** These come last: they change what is served. */
function testChanges({ get }: TestServer, site: () => Site): void {
	test("without the server file the API is a 503 in JSON, and files go on", async () => {
		await site().stopBackend();
		for (const target of [API_PATH, `${API_PATH}?name=down`, "/api/x"]) {
			const { status, headers, body } = await get(`${target}${target === API_PATH ? "?down" : ""}`);
			expect([status, body]).toEqual([503, UNAVAILABLE_BODY]);
			for (const [name, value] of Object.entries(COMMON_HEADERS)) {
				expect(headers.get(name), name).toBe(value);
			}
			expect(headers.get("Cache-Control")).toBe("no-store");
		}
		expect((await get("/latest.json")).status).toBe(200);
		await site().startBackend();
		expect((await get(`${API_PATH}?name=down`)).status).toBe(200);
	});

	test("while the pointer is missing, as at the switch to another build, the API is that 503 too", async () => {
		const pointer = join(site().tree, "latest.json");
		renameSync(pointer, `${pointer}.away`);
		const { status, body } = await get(`${API_PATH}?name=away`);
		renameSync(`${pointer}.away`, pointer);
		expect([status, body]).toEqual([503, UNAVAILABLE_BODY]);
		expect((await get(`${API_PATH}?name=away`)).status).toBe(200);
	});

	test("another build in the same folder shows with the very next answers", async () => {
		const targets = ["", "?page=last", "?name=boom", "?page=2"].map((query) => API_PATH + query);
		for (const target of targets) await get(target);
		await site().publish(named(Array.from({ length: 51 }, (_, i) => `Boom ${i}`)));
		// The pointer of a later build has a later time.
		const later = new Date(Date.now() + 2000);
		utimesSync(join(site().tree, "latest.json"), later, later);
		for (const target of targets) {
			expect(JSON.parse((await get(target)).body).count, target).toBe(51);
		}
		const last = JSON.parse((await get(`${API_PATH}?page=last`)).body);
		expect(last).toMatchObject({ next: null, previous: `${BASE}${API_PATH}?page=5` });
		expect((await get("/v1/instants/page/6.json")).status).toBe(200);
	});
}
