/** Bodies flow to the disk without filling the memory, whatever the connection does. */
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
