/** The preview: links to the requested host, and malformed requests. It has the same listener as the server. */
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { treeListener } from "../../../scripts/hosts/server/listener.ts";
import { startPreview } from "../../../scripts/hosts/server/preview.ts";
import { testServer } from "../../contract/over-http.ts";
import { portOf } from "../../fixtures/port.ts";
import { BASE } from "../../fixtures/published.ts";
import { contractTree } from "../contract-tree.ts";
import { answerTo } from "./connections.ts";

const { host } = new URL(BASE);
const preview = testServer(async () => startPreview(await contractTree(), 0), host);
const { get } = preview;

test("links and media URLs start with the requested host, but descriptions stay as they are", async () => {
	const { body } = await get("/api/v1/instants/?name=cafe", { Host: "mirror.test:8080" });
	expect(JSON.parse(body).results[0]).toMatchObject({
		sound: "http://mirror.test:8080/media/sounds/caf%C3%A9%20(1).mp3",
		image: "http://mirror.test:8080/media/instants_images/caf%C3%A9.png",
		description: 'one\r\ntwo "quoted"\u2028three \\ http://oracle.test/media/x',
	});
	const page = await get("/api/v1/instants/", { Host: "mirror.test:8080" });
	expect(JSON.parse(page.body).next).toBe("http://mirror.test:8080/api/v1/instants/?page=2");
});

test.each(["<script>", "user@evil.test", "evil.test/path", "a:b:c"])(
	"the invalid host name %j is not used in links",
	async (host) => {
		const { status, body } = await get("/api/v1/instants/", { Host: host });
		expect(status).toBe(200);
		expect(JSON.parse(body).next).toBe(`${preview.origin}/api/v1/instants/?page=2`);
	},
);

test("links begin with https: where a tunnel to this machine says so, and only there", async () => {
	let peer = "";
	const listener = treeListener(await contractTree(), () => "", { rebase: true });
	const server = createServer((request, response) => {
		Object.defineProperty(request.socket, "remoteAddress", { value: peer, configurable: true });
		return listener(request, response);
	});
	const port = await portOf(server);
	for (const [from, said, scheme] of [
		["127.0.0.1", "https", "https"],
		["127.0.0.1", "http", "http"],
		["::1", "https", "https"],
		["::ffff:127.0.0.2", "HTTPS , http", "https"],
		["::1", "http, https", "http"],
		["::1", "javascript", "http"],
		["192.0.2.1", "https", "http"],
		["::ffff:192.0.2.1", "https", "http"],
		["127.0.0.1", "https", "https"],
	] as const) {
		peer = from;
		const answer = await fetch(`http://localhost:${port}/api/v1/instants/?page=2`, {
			headers: { "X-Forwarded-Proto": said },
		});
		const { previous, results } = JSON.parse(await answer.text());
		const origin = `${scheme}://localhost:${port}`;
		expect(previous, `${from} ${said}`).toBe(`${origin}/api/v1/instants/`);
		expect(new URL(results[0].sound).origin).toBe(origin);
	}
});

test("a request line in absolute form is answered", async () => {
	const { status, body } = await get("http://elsewhere.test/api/v1/instants/?page=2");
	expect(status).toBe(200);
	expect(JSON.parse(body).previous).toBe(`${BASE}/api/v1/instants/`);
	expect((await get("http://elsewhere.test/latest.json")).status).toBe(200);
});

test("an HTTP/1.0 request without a Host header is answered", async () => {
	const answer = await answerTo("GET /api/v1/instants/?page=last HTTP/1.0\r\n\r\n", preview.origin);
	expect(answer).toMatch(/^HTTP\/1.1 200 .*"results"/s);
});

test.each([
	["a request that is not HTTP", "hello\r\n\r\n", 400],
	["an endless header", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(300_000)}\r\n\r\n`, 431],
	["a request without a Host header", "GET / HTTP/1.1\r\n\r\n", 400],
])("%s is refused", async (_, sent, status) => {
	expect(await answerTo(sent, preview.origin)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test("a live tree adds its markup to the pages that people open, and to nothing else", async () => {
	const tree = await contractTree();
	const live = { answer: () => false, pageEnd: "<i>live</i>" };
	const { origin, stop } = await startPreview(tree, 0, "localhost", live);
	onTestFinished(stop);
	for (const [target, accept, status, isLive] of [
		["/", "text/html", 200, true],
		["/nowhere", "text/html", 404, true],
		["/clips/clip-1/", "text/html", 200, true],
		["/clips/clip-1", "text/html", 301, false],
		["/", "*/*", 200, false],
		["/latest.json", "text/html", 200, false],
	] as const) {
		for (let time = 0; time < 2; time++) {
			const answer = await fetch(origin + target, {
				headers: { Accept: accept },
				redirect: "manual",
			});
			const body = await answer.text();
			expect([answer.status, body.endsWith(live.pageEnd)]).toEqual([status, isLive]);
			const length = String(Buffer.byteLength(body));
			if (isLive) expect(answer.headers.get("Content-Length")).toBe(length);
		}
	}
});
