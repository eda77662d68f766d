/** No client can exhaust the server, and no error ends it. */
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { startTreeServer, type TreeServer } from "../../../scripts/hosts/server/http-server.ts";
import { growthsFrom, MOST_GROWTH } from "../../fixtures/growths.ts";
import { answerTo, head, LISTING, opened, publishWith, received, statusOf } from "./connections.ts";

const SHORT = {
	headersTimeout: 100,
	requestTimeout: 200,
	keepAliveTimeout: 100,
	timeout: 400,
	connectionsCheckingInterval: 20,
};
const folder = await publishWith("huge.txt", 100_000_000);
let server: TreeServer | undefined;
afterEach(() => server?.stop());
async function serve(limits: Parameters<typeof startTreeServer>[3]): Promise<string> {
	server = await startTreeServer(folder, { port: 0 }, {}, limits);
	return server.origin;
}

test.each([
	["a silent connection", ""],
	["a request whose headers do not end", head(`GET ${LISTING}`)],
	["a request whose body does not end", `${head(`POST ${LISTING}`)}Content-Length: 9\r\n\r\n1`],
])("%s is closed after a timeout", async (_, sent) => {
	expect(await answerTo(sent, await serve(SHORT))).toMatch(/^HTTP\/1.1 408 /);
});

test("a connection that stays open after its answer is closed after a timeout", async () => {
	// The other limits are long, or a busy machine might reach one of them before the answer.
	const { keepAliveTimeout, connectionsCheckingInterval } = SHORT;
	const origin = await serve({ keepAliveTimeout, connectionsCheckingInterval });
	expect(await answerTo(`${head(`GET ${LISTING}`)}\r\n`, origin)).toMatch(/^HTTP\/1.1 200 /);
});

test("2,000 clients that keep sending after their 408 are disconnected", async () => {
	const origin = await serve({ ...SHORT, timeout: 30_000, maxConnections: 2_000 });
	const sockets: Socket[] = [];
	const dribble = setInterval(() => sockets.forEach((socket) => void socket.write("x")), 250);
	onTestFinished(() => {
		clearInterval(dribble);
		for (const socket of sockets) socket.destroy();
	});
	const refused = Array.from({ length: 2_000 }, async () => {
		const socket = await opened(origin, true);
		sockets.push(socket);
		// On a busy machine, the first clients are disconnected before the last arrive.
		await new Promise((resolve) => socket.once("data", resolve).once("close", resolve));
	});
	await Promise.all(refused);
	let status: number | undefined;
	while (status !== 200) status = await statusOf(origin).catch(() => 0);
});

test("an address that is in use, or of another machine, is reported", async () => {
	const port = Number(new URL(await serve({})).port);
	const taken = startTreeServer(folder, { port });
	await expect(taken).rejects.toThrow(`port ${port}: is in use by another program`);
	const elsewhere = startTreeServer(folder, { port: 0, host: "192.0.2.1" });
	await expect(elsewhere).rejects.toThrow("address 192.0.2.1: this machine cannot listen on it");
});

test("one connection too many is closed at once", async () => {
	const origin = await serve({ maxConnections: 2 });
	await opened(origin);
	await opened(origin);
	await once((await opened(origin)).resume(), "close");
});

test("a client that does not read its answer is disconnected", async () => {
	const origin = await serve({ ...SHORT, maxConnections: 1 });
	(await opened(origin)).write(`${head("GET /huge.txt")}\r\n`);
	let status: number | undefined;
	while (status !== 200) status = await statusOf(origin).catch(() => 0);
});

test("every error after the start is reported, and none ends the server", async () => {
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

test("a client that closes its half of the connection gets its answer", async () => {
	const socket = await opened(await serve({}));
	socket.end(`${head("GET /huge.txt")}\r\n`);
	expect((await received(socket)).length).toBeGreaterThan(100_000_000);
});

const WORST = growthsFrom<[what: string, growth: number][]>(
	new URL("worst-requests.ts", import.meta.url),
	folder,
);

test.each(WORST)("the work for %s grows no faster than the request", (_, growth) => {
	expect(growth).toBeLessThan(MOST_GROWTH);
});
