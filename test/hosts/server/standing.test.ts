/** The server stays up and answers requests, whatever its clients and its owner do in the meantime. */
import { once } from "node:events";
import {
	cpSync,
	readdirSync,
	readFileSync,
	renameSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pointerJson } from "../../../scripts/publish/manifest-writer.ts";
import { POINTER_PATH } from "../../../scripts/tree/paths.ts";
import { parsePointer } from "../../../scripts/tree/pointer.ts";
import { temporaryFolder } from "../../fixtures/published.ts";
import {
	answerTo,
	head,
	LISTING,
	opened,
	publishMany,
	publishWith,
	received,
	statusOf,
} from "./connections.ts";
import { NODE, type Started, serverOfTest, startServer } from "./runtimes.ts";

const REQUESTS = [
	`${head(`GET ${LISTING}?name=one`)}\r\n`,
	`${head("GET /large.txt")}\r\n`,
	`${head("CONNECT x:80")}\r\n`,
	`${head(`GET ${LISTING}`)}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
	`${head(`POST ${LISTING}`)}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n123456789`,
	`${head(`POST ${LISTING}`)}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
	"not HTTP\r\n\r\n",
];

/** Sends the start of a request, and resets the connection, at once or after the first bytes of its answer, if it gets one. */
async function reset(
	origin: string,
	request: string,
	share: number,
	waits: boolean,
): Promise<void> {
	const socket = await opened(origin);
	const closed = once(socket, "close");
	socket.write(request.slice(0, Math.ceil(request.length * share)));
	const answered = Promise.race([once(socket, "data"), closed]);
	if (waits) await (share === 1 ? answered : Promise.race([answered, setTimeout(20)]));
	socket.resetAndDestroy();
	await closed;
}

describe("the server", () => {
	let folder: string;
	let server: Started;
	beforeAll(async () => {
		folder = await publishWith("large.txt", 8_000_000);
		server = await startServer(NODE, folder);
	});
	afterAll(() => server?.stop());

	test("thousands of connections that are reset at any stage do not end the server", async () => {
		const resets = REQUESTS.flatMap((request) =>
			[0, 0.2, 0.9, 1].flatMap((share) =>
				[false, true].map((waits) => () => reset(server.origin, request, share, waits)),
			),
		);
		for (let round = 0; round < 36; round++) await Promise.all(resets.map((one) => one()));
		expect(await statusOf(server.origin)).toBe(200);
		expect(server.child.exitCode).toBeNull();
	});

	test("files that are requested without waiting for an answer are closed again", async () => {
		const { origin, child } = await serverOfTest(NODE, folder);
		const files = (): number => readdirSync(`/proc/${child.pid}/fd`).length;
		await statusOf(origin);
		const before = files();
		for (const count of [2, 10, 500]) {
			const socket = await opened(origin);
			socket.write(`${head("GET /large.txt")}\r\n`.repeat(count));
			// Once the server answers, or refuses so many requests, it has read all of them. It opens files one after the other.
			await Promise.race([once(socket, "readable"), once(socket, "close")]);
			await (await fetch(`${origin}/large.txt`)).arrayBuffer();
			expect(files()).toBeLessThan(before + 10);
			socket.resetAndDestroy();
		}
		await expect.poll(files).toBeLessThanOrEqual(before + 2);
		expect(await statusOf(origin)).toBe(200);
	});

	test("50,000 requests on one connection take little memory, and others are answered", async () => {
		const { origin, child } = await serverOfTest(NODE, folder);
		const memory = (): number => {
			const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
			return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1000;
		};
		await statusOf(origin);
		const before = memory();
		let most = 0;
		// Some of the answers are not in memory, so their requests wait; nobody reads the answers.
		for (const path of ["/nowhere", LISTING, `${LISTING}?page=0`]) {
			const socket = await opened(origin);
			socket.pause().write(`${head(`GET ${path}`)}\r\n`.repeat(50_000));
			// Each of these takes at least one turn of the server's event loop, which could read all 50,000 requests in thirty turns.
			for (let time = 0; time < 100; time++) {
				expect(await statusOf(origin)).toBe(200);
				most = Math.max(most, memory());
			}
			socket.destroy();
		}
		// In MB: about 40, but 120 to several hundred if all requests were accepted at once.
		expect(most - before).toBeLessThan(80);
	});

	test.each([
		[
			"another request is answered",
			`${head("GET /nowhere")}Connection: close\r\n\r\n`,
			/^HTTP\/1.1 404 /,
		],
		// Bytes that are not HTTP end the connection, and with it an answer that has begun.
		[
			"input that is not HTTP is refused, or cuts the connection",
			"no HTTP\r\n\r\n",
			/^$|^HTTP\/1.1 40[05] /,
		],
	])("after a request in one packet, %s, never within the answer", async (_, last, known) => {
		for (const path of ["/large.txt", LISTING]) {
			const answers = await answerTo(`${head(`GET ${path}`)}\r\n${last}`, server.origin);
			const [first = "", second = ""] = answers.split(/(?=HTTP\/1.1 )/);
			expect(second).toMatch(known);
			const length = /(?<=Content-Length: )\d+/i.exec(first)?.[0];
			const body = first.length - first.indexOf("\r\n\r\n") - 4;
			if (second !== "") expect(body).toBe(Number(length));
		}
	});

	test("a connection is closed if a file becomes shorter while it is sent", async () => {
		const path = join(folder, "shrinking.txt");
		writeFileSync(path, "");
		truncateSync(path, 50_000_000);
		const socket = await opened(server.origin);
		socket.write(`${head("GET /shrinking.txt")}\r\n${head(`GET ${LISTING}`)}\r\n`);
		await once(socket, "data");
		socket.pause();
		truncateSync(path, 2_000_000);
		expect(await received(socket.resume())).not.toContain("HTTP/1.1");
	});
});

const parent = temporaryFolder();

/** Two pages from the store, one from a search, and a file. */
const TARGETS = [LISTING, `${LISTING}?page=7`, `${LISTING}?name=150`, "/v1/instants/page/1.json"];

/** Makes the tree a different build, as every new build is: a replaced build never comes back. */
async function renumber(folder: string, serial: number): Promise<void> {
	const path = join(folder, POINTER_PATH);
	const pointer = await parsePointer(readFileSync(path, "utf8"));
	writeFileSync(`${path}.new`, await pointerJson({ ...pointer, serial }));
	// Replaced, not written into: a request that opened the old pointer may still be reading it.
	renameSync(`${path}.new`, path);
}

test("while two builds are exchanged 50 times under 50 connections, every answer is whole", async () => {
	const live = join(parent, "live");
	const [staged, previous] = [`${live}.staged`, `${live}.previous`];
	const { folder } = await publishMany("One", parent);
	cpSync(folder, live, { recursive: true });
	cpSync((await publishMany("Two", parent)).folder, staged, { recursive: true });
	const { origin } = await serverOfTest(NODE, folder, { INSTANTS_ROOT: live });
	const builds = new Map<string, string>();
	const faults: string[] = [];
	let isOver = false;
	const ask = async (target: string): Promise<void> => {
		const answer = await fetch(origin + target);
		const text = await answer.text();
		const words = new Set(text.match(/(?<="name":")\w+/g));
		const tag = `${target} ${answer.headers.get("ETag")}`;
		const isWhole = answer.status === 200 && words.size === 1 && text.endsWith("}]}");
		if (!builds.has(tag)) builds.set(tag, text);
		if (!isWhole || builds.get(tag) !== text) faults.push(`${answer.status} ${tag} ${text}`);
	};
	const pending = new Set<Promise<void>>();
	const asking = Array.from({ length: 50 }, async (_, i) => {
		while (!isOver) {
			const asked = ask(TARGETS[i % TARGETS.length] ?? "");
			pending.add(asked);
			await asked;
			pending.delete(asked);
		}
	});
	for (let exchanges = 0; exchanges < 50; exchanges++) {
		await renumber(staged, exchanges + 1);
		renameSync(live, previous);
		// Long enough for requests to arrive in the meantime; exchanging a build takes less.
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
		renameSync(staged, live);
		renameSync(previous, staged);
		// A request may meet one exchange, as in practice, but not the next one too.
		await Promise.all(pending);
	}
	isOver = true;
	await Promise.all(asking);
	expect(faults).toEqual([]);
	expect(builds.size).toBeGreaterThan(10 * TARGETS.length);
});
