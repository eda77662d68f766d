/** No client can exhaust the server, and no error ends it. */
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { get, type Server } from "node:http";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { startTreeServer, type TreeServer } from "../../../scripts/hosts/server/http-server.ts";
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

test("2,000 clients that dribble after their 408 lose their places", async () => {
	const origin = await serve({ ...SHORT, timeout: 30_000, maxConnections: 2_000 });
	const sockets = await Promise.all(Array.from({ length: 2_000 }, () => opened(origin, true)));
	const dribble = setInterval(() => sockets.forEach((socket) => void socket.write("x")), 250);
	onTestFinished(() => {
		clearInterval(dribble);
		for (const socket of sockets) socket.destroy();
	});
	await Promise.all(sockets.map((socket) => once(socket, "data")));
	let status: number | undefined;
	while (status !== 200) status = await statusOf(origin).catch(() => 0);
}, 20_000);

test("an address that is taken, or of another machine, is named", async () => {
	const port = Number(new URL(await serve({})).port);
	const taken = startTreeServer(folder, { port });
	await expect(taken).rejects.toThrow(`port ${port}: is taken by another program`);
	const elsewhere = startTreeServer(folder, { port: 0, host: "192.0.2.1" });
	await expect(elsewhere).rejects.toThrow("address 192.0.2.1: this machine cannot listen there");
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

test("a client that closes its half of the connection gets its answer", async () => {
	const socket = await opened(await serve({}));
	socket.end(`${head("GET /huge.txt")}\r\n`);
	expect((await received(socket)).length).toBeGreaterThan(100_000_000);
});

/** What takes the most work, of nearly 256 KB. */
const SIZE = 250_000;
/** In milliseconds. Most take less than 20; work that grows with the square of the size took thousands. */
const MAX_CPU = 200;
const WORST: readonly (readonly [string, (size: number) => [string, Record<string, string>?]])[] = [
	["a sign and letters", (n) => [`${LISTING}?name=-${"a".repeat(n)}`]],
	["a sign and letters beyond ASCII", (n) => [`${LISTING}?name=-${"%C3%A9".repeat(n / 6)}`]],
	["apostrophes", (n) => [`${LISTING}?name=${"a'".repeat(n / 2)}`]],
	["signs", (n) => [`${LISTING}?name=${"-".repeat(n)}`]],
	["words", (n) => [`${LISTING}?name=${"a+".repeat(n / 2)}`]],
	["percent signs", (n) => [`${LISTING}?name=${"%".repeat(n)}`]],
	["accents", (n) => [`${LISTING}?name=a${"%CC%81".repeat(n / 6)}`]],
	["tags", (n) => [`${LISTING}?${"tag=a&".repeat(n / 6)}`]],
	["commas in a tag", (n) => [`${LISTING}?tag=${",".repeat(n)}`]],
	["parameters", (n) => [`${LISTING}?${"&".repeat(n)}`]],
	["digits of a page", (n) => [`${LISTING}?page=${"0".repeat(n)}`]],
	["white space before a page", (n) => [`${LISTING}?page=${"+".repeat(n)}x`]],
	["slashes", (n) => [`/${"/".repeat(n)}`]],
	["slashes in the API", (n) => [`${LISTING}${"/".repeat(n)}x`]],
	["encoded letters in a path", (n) => [`/api/${"%41".repeat(n / 3)}`]],
	["dots", (n) => [`/${"../".repeat(n / 3)}`]],
	["a folder's query", (n) => [`/docs?${"a".repeat(n)}`]],
	["a slug", (n) => [`/clips/${"a".repeat(n)}/`]],
	["entity tags", (n) => [LISTING, { "If-None-Match": '""'.repeat(n / 2) }]],
	["quotes of an entity tag", (n) => ["/icon.svg", { "If-None-Match": `"${"a".repeat(n)}` }]],
	["encodings", (n) => [LISTING, { "Accept-Encoding": ",".repeat(n) }]],
	["parameters of an encoding", (n) => ["/icon.svg", { "Accept-Encoding": `br${";".repeat(n)}` }]],
	["ranges", (n) => ["/icon.svg", { Range: `bytes=${"0-1,".repeat(n / 4)}` }]],
	["digits of a range", (n) => ["/icon.svg", { Range: `bytes=0-${"9".repeat(n)}` }]],
	["a host", (n) => [LISTING, { Host: "a.".repeat(n / 2) }]],
];

test.each(WORST)("256 KB of %s are answered in little time", async (_, request) => {
	const origin = await serve({});
	const { hostname, port } = new URL(origin);
	const times: number[] = [];
	for (let round = 0; round < 3; round++) {
		const [path, headers = {}] = request(SIZE);
		const { user, system } = process.cpuUsage();
		const asked = get({ hostname, port, path, headers, agent: false });
		const [answer] = await Promise.race([once(asked, "response"), once(asked, "error")]);
		answer.resume?.();
		const end = process.cpuUsage();
		times.push((end.user + end.system - user - system) / 1000);
	}
	expect(Math.min(...times)).toBeLessThan(MAX_CPU);
});
