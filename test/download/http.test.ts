/** The client sends one request where one is enough, limits what it reads, and says how to fix a failure. */
import { readFileSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { HTTP_DEFAULTS } from "../../scripts/download/defaults.ts";
import { Http } from "../../scripts/download/http.ts";
import { faultyServer } from "../fixtures/faulty-server.ts";
import { portOf } from "../fixtures/port.ts";

const server = await faultyServer();

beforeEach(() => server.reset(""));

function httpTo(url: string): Http {
	const { signal } = new AbortController();
	return new Http({ ...HTTP_DEFAULTS, url, signal, note: () => {} });
}

const MB = 1024 * 1024;

test("a source that is faster than the disk, and closes the connection, does not fill the memory", async () => {
	const [piece, pieces] = [Buffer.alloc(8 * MB, "sound "), 16];
	const fast = createServer((socket) => {
		socket.on("error", () => {});
		socket.once("data", () => {
			socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
			Readable.from(Array.from({ length: pieces }, () => piece)).pipe(socket);
		});
	});
	const origin = `http://localhost:${await portOf(fast)}`;
	const http = httpTo(origin);
	const before = process.memoryUsage().arrayBuffers;
	let [bytes, most] = [0, 0];
	await http.get(new URL(origin), { limit: pieces * piece.length }, async (body) => {
		for await (const chunk of body) {
			bytes += chunk.length;
			most = Math.max(most, process.memoryUsage().arrayBuffers - before);
			// A slow disk, which blocks the thread.
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.2);
		}
	});
	await http.close();
	expect(bytes).toBe(pieces * piece.length);
	expect(most).toBeLessThan(80 * MB);
});

test("a request is not repeated if the certificate is untrusted, and the message says what helps", async () => {
	let connections = 0;
	// Valid until 2126.
	const pem = readFileSync("test/download/unknown-host.pem");
	const secure = createSecureServer({ key: pem, cert: pem });
	secure.on("connection", () => connections++);
	const url = new URL(`https://localhost:${await portOf(secure)}/latest.json`);
	const http = httpTo(url.origin);
	await expect(http.text(url, MB, String)).rejects.toMatchObject({
		reason: expect.stringMatching(
			/^has a certificate that is not trusted \(self.signed.* NODE_EXTRA_CA_CERTS at its CA certificate$/,
		),
	});
	await http.close();
	expect(connections).toBe(1);
});

test("a request that is open when a run ends is not repeated", async () => {
	const http = httpTo(server.origin);
	server.always("silent", "hangs");
	const asked = new Promise<void>((done) => {
		server.before = () => done();
	});
	const answer = http.text(new URL(`${server.origin}/silent`), MB, String);
	const failed = expect(answer).rejects.toThrow("the run is over");
	await asked;
	await http.close();
	await failed;
	expect(server.requests).toHaveLength(1);
});

test("a file that is too large to be decoded in memory is requested uncompressed", async () => {
	const http = httpTo(server.origin);
	server.serves = () => ({ body: Buffer.from("x") });
	for (const limit of [MB, 512 * MB]) {
		await http.text(new URL(`${server.origin}/${limit}`), limit, String);
	}
	await http.close();
	const codings = server.requests.map(({ headers }) => headers["accept-encoding"]);
	expect(codings).toEqual(["gzip, br", "identity"]);
});
