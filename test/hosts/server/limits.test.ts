/** No client can exhaust the server, and no error ends it. */
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { truncateSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startTreeServer, type TreeServer } from "../../../scripts/hosts/server/http-server.ts";
import { temporaryFolder } from "../../fixtures/published.ts";
import { answerTo, head, LISTING, opened, publishMany, statusOf } from "./connections.ts";

const SHORT = {
	headersTimeout: 100,
	requestTimeout: 200,
	keepAliveTimeout: 100,
	timeout: 400,
	connectionsCheckingInterval: 20,
};
const parent = temporaryFolder();
let folder: string;
let server: TreeServer | undefined;
beforeAll(async () => {
	({ folder } = await publishMany("One", parent));
	writeFileSync(join(folder, "huge.txt"), "");
	truncateSync(join(folder, "huge.txt"), 100_000_000);
});
afterEach(() => server?.stop());
async function serve(limits: Parameters<typeof startTreeServer>[3]): Promise<string> {
	server = await startTreeServer(folder, { port: 0 }, {}, limits);
	return server.origin;
}

test.each([
	["a silent connection", "", 408],
	["a request whose head does not end", head(`GET ${LISTING}`), 408],
	[
		"a request whose body does not end",
		`${head(`POST ${LISTING}`)}Content-Length: 9\r\n\r\n1`,
		408,
	],
	["a connection that stays open after its answer", `${head(`GET ${LISTING}`)}\r\n`, 200],
])("%s is closed after a time", async (_, sent, status) => {
	const answer = await answerTo(sent, await serve(SHORT));
	expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test("one connection too many is closed at once", async () => {
	const origin = await serve({ maxConnections: 2 });
	await opened(origin);
	await opened(origin);
	await once((await opened(origin)).resume(), "close");
});

test("a client that does not read its answer loses its place", async () => {
	const origin = await serve({ ...SHORT, maxConnections: 1 });
	(await opened(origin)).write(`${head("GET /huge.txt")}\r\n`);
	let status: number | undefined;
	while (status !== 200) status = await statusOf(origin).catch(() => 0);
});

test("every error after the start is said, and none ends the server", async () => {
	let node: Server | undefined;
	subscribe("http.server.request.start", (message) => {
		({ server: node } = message as { server: Server });
	});
	server = await startTreeServer(folder, { port: 0 });
	await statusOf(server.origin);
	const said = vi.spyOn(console, "error").mockImplementation(() => {});
	onTestFinished(() => said.mockRestore());
	for (const message of ["accept EMFILE", "accept ENFILE"]) node?.emit("error", new Error(message));
	expect(said.mock.calls).toEqual([["instants: accept EMFILE"], ["instants: accept ENFILE"]]);
	expect(await statusOf(server.origin)).toBe(200);
});
