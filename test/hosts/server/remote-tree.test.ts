/** The server file, with a tree that it reads over HTTP, as from a bucket. */
import { afterAll, describe, expect, test } from "vitest";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { startTreeServer } from "../../../scripts/hosts/server/http-server.ts";
import { testServer } from "../../contract/over-http.ts";
import { BASE } from "../../fixtures/published.ts";
import { contractTree } from "../contract-tree.ts";
import { freePort, type RunningServer, serve, startServer } from "../server.ts";
import { serverFileOf } from "./runtimes.ts";

describe("over a tree at a URL", () => {
	let bucket: RunningServer;
	const server = testServer(async () => {
		const folder = await contractTree(SERVER);
		bucket = await serve(folder, await freePort());
		const port = await freePort();
		const args = [serverFileOf(folder), `${bucket.origin}/`];
		return startServer(process.execPath, args, port, { PORT: String(port) });
	}, new URL(BASE).host);
	afterAll(() => bucket.stop());

	test("the API answers", async () => {
		expect(JSON.parse((await server.get("/api/v1/instants/?page=2")).body).results).toHaveLength(
			10,
		);
	});

	test.each([
		["/latest.json", "/latest.json"],
		["//elsewhere.test/x?y=1", "//elsewhere.test/x?y=1"],
		["/", "/index.html"],
		["/docs", "/docs/index.html"],
		["/docs/?y=1", "/docs/index.html?y=1"],
	])("%s is redirected to %s in the bucket, for scripts of any origin too", async (path, file) => {
		const { status, headers } = await fetch(`${server.origin}${path}`, { redirect: "manual" });
		expect([status, headers.get("Location")]).toEqual([307, `${bucket.origin}${file}`]);
		expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
	});

	test.each([
		["does not answer", async () => `http://127.0.0.1:${await freePort()}`, "ECONNREFUSED"],
		["has no pointer", async () => `${bucket.origin}/docs`, "/latest.json is missing"],
	])("a server for a URL that %s does not start, and says why", async (_, url, reason) => {
		const tree = await url();
		await expect(startTreeServer(tree, { port: 0 })).rejects.toThrow(
			`${tree}: holds no published tree (${reason}`,
		);
	});

	test("a missing file is a 503, and the server keeps running", async () => {
		await bucket.stop();
		expect((await fetch(`${server.origin}/api/v1/instants/`)).status).toBe(503);
	});
});
