/** Bodies flow to the disk without filling the memory, whatever the connection does. */
import { createServer as createSecureServer } from "node:https";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { Http } from "../../scripts/mirror/http.ts";
import { DEFAULTS } from "../../scripts/mirror/run.ts";
import { faultyServer } from "./faulty-server.ts";

const MB = 1024 * 1024;
const PIECE = Buffer.alloc(8 * MB, "sound ");
const PIECES = 16;
const server = createServer((socket) => {
	socket.on("error", () => {});
	socket.once("data", (request) => {
		const length = PIECES * PIECE.length;
		const header = /^GET \/length/.test(String(request)) ? `Content-Length: ${length}\r\n` : "";
		socket.write(`HTTP/1.1 200 OK\r\n${header}Connection: close\r\n\r\n`);
		Readable.from(Array.from({ length: PIECES }, () => PIECE)).pipe(socket);
	});
});
const origin = await new Promise<string>((done) => {
	server.listen(0, () => done(`http://localhost:${Object(server.address()).port}`));
});
const faulty = await faultyServer();
afterAll(() => void server.close());

function httpTo(url: string): Http {
	const { signal } = new AbortController();
	return new Http({ ...DEFAULTS, url, signal, note: () => {} });
}

test.each(["length", "end"])(
	"a source that is faster than the disk, and closes the connection at the %s, fills no memory",
	async (path) => {
		const http = httpTo(origin);
		const before = process.memoryUsage().arrayBuffers;
		let [bytes, most] = [0, 0];
		await http.get(new URL(`${origin}/${path}`), { limit: PIECES * PIECE.length }, async (body) => {
			for await (const chunk of body) {
				bytes += chunk.length;
				most = Math.max(most, process.memoryUsage().arrayBuffers - before);
				// A slow disk, which blocks the thread.
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.2);
			}
		});
		await http.close();
		expect(bytes).toBe(PIECES * PIECE.length);
		expect(most).toBeLessThan(80 * MB);
	},
);

/** Of a host that nobody knows, in PEM without its line breaks; valid until 2126. */
const KEY =
	"MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQzBe8Wk5h/4Q/URwjSIca0p5eiqsjAClTHeIlZup7NChRANCAAQlLrVmSVMm/CX0tTv/Dx5XQ3ac5wL6m/CvRABdeb6ckE5Qhx0nzwzyBEjMkqOCXdqxKuUtpnpHe7VhHw0XTW6I";
const CERTIFICATE =
	"MIIBljCCATugAwIBAgIUamd0PMCioCSB+QGBVoyAsgUmJmMwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzExMjcyNVoYDzIxMjYxMTAzMTEyNzI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQlLrVmSVMm/CX0tTv/Dx5XQ3ac5wL6m/CvRABdeb6ckE5Qhx0nzwzyBEjMkqOCXdqxKuUtpnpHe7VhHw0XTW6Io2kwZzAdBgNVHQ4EFgQU1MzHL92TYqhssB9edHLdT7P2tdQwHwYDVR0jBBgwFoAU1MzHL92TYqhssB9edHLdT7P2tdQwDwYDVR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSQAwRgIhAMdWrD5gSbbNh5ZQ4PxbGQy1+8T4cryoYXVUb5hQbLQ4AiEAs9eEqknse3XrRRe8h0WCSZPSoivMe5LCzqZ7hf1nEV0=";
const pem = (kind: string, text: string) =>
	`-----BEGIN ${kind}-----\n${text}\n-----END ${kind}-----\n`;

test("a certificate that nobody knows is no reason to ask again, and the message says what helps", async () => {
	let connections = 0;
	const secure = createSecureServer({
		key: pem("PRIVATE KEY", KEY),
		cert: pem("CERTIFICATE", CERTIFICATE),
	}).on("connection", () => connections++);
	const port = await new Promise((done) => {
		secure.listen(0, () => done(Object(secure.address()).port));
	});
	const url = new URL(`https://localhost:${port}/latest.json`);
	const http = httpTo(url.origin);
	await expect(http.text(url, { limit: MB }, String)).rejects.toMatchObject({
		reason: expect.stringMatching(/^has a certificate that is not trusted \(self.signed/),
		fix: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
	});
	await http.close();
	secure.close();
	expect(connections).toBe(1);
});

test("a request that is open when a run ends is not repeated", async () => {
	const http = httpTo(faulty.origin);
	faulty.always("silent", "hangs");
	const asked = new Promise<void>((done) => {
		faulty.before = () => done();
	});
	const url = new URL(`${faulty.origin}/silent`);
	const answer = http.text(url, { limit: MB }, String);
	const failed = expect(answer).rejects.toThrow("the run is over");
	await asked;
	await http.close();
	await failed;
	expect(faulty.requests).toHaveLength(1);
	faulty.reset();
});

test("a file that is too large to be decoded in memory is requested uncompressed", async () => {
	const http = httpTo(faulty.origin);
	faulty.serves = () => ({ body: Buffer.from("x") });
	for (const limit of [MB, 512 * MB]) {
		await http.text(new URL(`${faulty.origin}/${limit}`), { limit }, String);
	}
	await http.close();
	const codings = faulty.requests.map(({ headers }) => headers["accept-encoding"]);
	expect(codings).toEqual(["gzip, br", "identity"]);
});
