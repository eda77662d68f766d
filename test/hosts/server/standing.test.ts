/** The server stands whatever connections do, stops when it is told to, and never mixes two builds. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	cpSync,
	readdirSync,
	readFileSync,
	renameSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { POINTER_PATH } from "../../../scripts/tree/paths.ts";
import { parsePointer, pointerJson } from "../../../scripts/tree/pointer.ts";
import { switchFolders } from "../../../scripts/tree/write/replacement.ts";
import { temporaryFolder } from "../../fixtures/published.ts";
import { answerTo, head, LISTING, opened, publishMany, received, statusOf } from "./connections.ts";
import { describeRuntimes, type Started, serverFileOf, startServer } from "./runtimes.ts";

const parent = temporaryFolder();

/** Two from the store, one by searching, and a file. */
const TARGETS = [LISTING, `${LISTING}?page=7`, `${LISTING}?name=150`, "/v1/instants/page/1.json"];

const REQUESTS = [
	`${head(`GET ${LISTING}?name=one`)}\r\n`,
	`${head("GET /large.txt")}\r\n`,
	`${head("CONNECT x:80")}\r\n`,
	`${head(`GET ${LISTING}`)}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
	`${head(`POST ${LISTING}`)}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n123456789`,
	`${head(`POST ${LISTING}`)}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
	"not HTTP\r\n\r\n",
];

/** Sends the start of a request, and resets the connection, at once or after the first bytes of an answer. */
async function reset(
	origin: string,
	request: string,
	share: number,
	waits: boolean,
): Promise<void> {
	const socket = await opened(origin);
	const closed = once(socket, "close");
	socket.write(request.slice(0, Math.ceil(request.length * share)));
	if (waits) await Promise.race([once(socket, "data"), closed, setTimeout(20)]);
	socket.resetAndDestroy();
	await closed;
}

/** Makes a tree another build, as every new one is: none that was replaced ever comes back. */
async function renumber(folder: string, serial: number): Promise<void> {
	const path = join(folder, POINTER_PATH);
	const pointer = await parsePointer(readFileSync(path, "utf8"));
	writeFileSync(path, await pointerJson({ ...pointer, serial }));
}

describeRuntimes((runtime) => {
	let folder: string;
	let server: Started;
	beforeAll(async () => {
		({ folder } = await publishMany("One", parent));
		writeFileSync(join(folder, "large.txt"), "");
		truncateSync(join(folder, "large.txt"), 8_000_000);
		server = await startServer(runtime, folder);
	});
	afterAll(() => server?.stop());

	/** Another one, for one test. */
	async function anotherServer(env: Parameters<typeof startServer>[2] = {}): Promise<Started> {
		const started = await startServer(runtime, folder, env);
		onTestFinished(started.stop);
		return started;
	}

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

	test("1,000 silent connections do not keep a page from being answered", async () => {
		const silent = await Promise.all(Array.from({ length: 1000 }, () => opened(server.origin)));
		expect(await statusOf(server.origin)).toBe(200);
		for (const socket of silent) socket.destroy();
	});

	test("files that are asked for without waiting for an answer are closed again", async () => {
		const { origin, child } = await anotherServer();
		const files = (): number => readdirSync(`/proc/${child.pid}/fd`).length;
		await statusOf(origin);
		const before = files();
		for (const count of [2, 10, 500]) {
			const socket = await opened(origin);
			socket.write(`${head("GET /large.txt")}\r\n`.repeat(count));
			await setTimeout(100);
			expect(files()).toBeLessThan(before + 10);
			socket.resetAndDestroy();
		}
		while (files() > before + 2) await setTimeout(20);
		expect(await statusOf(origin)).toBe(200);
	});

	test.each([
		["another", `${head("GET /nowhere")}Connection: close\r\n\r\n`, /^HTTP\/1.1 404 /],
		// Bun says that the first method is in lower case, and so none that is known.
		["no HTTP", "no HTTP\r\n\r\n", /^HTTP\/1.1 40[05] /],
	])(
		"after a request in one packet, %s is answered behind the whole answer",
		async (_, last, known) => {
			for (const path of ["/large.txt", LISTING]) {
				const answers = await answerTo(`${head(`GET ${path}`)}\r\n${last}`, server.origin);
				const [first = "", second = ""] = answers.split(/(?=HTTP\/1.1 )/);
				expect(second).toMatch(known);
				const length = /(?<=Content-Length: )\d+/i.exec(first)?.[0];
				const body = first.length - first.indexOf("\r\n\r\n") - 4;
				if (second !== "") expect(body).toBe(Number(length));
			}
		},
		10_000,
	);

	test.each(["SIGTERM", "SIGINT"] as const)(
		"on %s it ends by itself with exit code 0, as process 1 must, even with open connections",
		async (signal) => {
			const { origin, child } = await anotherServer();
			await opened(origin);
			child.kill(signal);
			expect(await once(child, "exit")).toEqual([0, null]);
		},
	);

	test("it goes on when the npm script that started it in the background has ended", async () => {
		const [program = "", ...args] = [...runtime.command(), serverFileOf(folder)];
		const shell = spawn("sh", ["-c", '"$@" & echo $!; read end', "sh", program, ...args], {
			env: { ...process.env, PORT: "0", npm_lifecycle_event: "deploy" },
			stdio: ["pipe", "pipe", "inherit"],
		});
		let said = "";
		shell.stdout.setEncoding("utf8").on("data", (piece: string) => {
			said += piece;
		});
		while (!/^\d+$/m.test(said)) await once(shell.stdout, "data");
		onTestFinished(() => void process.kill(Number(/^\d+$/m.exec(said)?.[0])));
		while (!/http:\S+\n/.test(said)) await once(shell.stdout, "data");
		shell.stdin.end();
		await once(shell, "exit");
		// Longer than a server would take to notice.
		await setTimeout(1000);
		expect(await statusOf(/http:\S+/.exec(said)?.[0] ?? "")).toBe(200);
	});

	test("a connection is closed where a file becomes shorter while it is sent", async () => {
		const path = join(folder, "shrinking.txt");
		writeFileSync(path, "");
		truncateSync(path, 50_000_000);
		const socket = await opened(server.origin);
		socket.write(`${head("GET /shrinking.txt")}\r\n${head(`GET ${LISTING}`)}\r\n`);
		await once(socket, "data");
		socket.pause();
		truncateSync(path, 2_000_000);
		expect(await received(socket.resume())).not.toContain("HTTP/1.1");
	}, 10_000);

	test("on SIGTERM an answer under way is finished first", async () => {
		const { origin, child } = await anotherServer();
		const answer = await fetch(`${origin}/large.txt`);
		child.kill("SIGTERM");
		await setTimeout(100);
		expect((await answer.arrayBuffer()).byteLength).toBe(8_000_000);
		if (child.exitCode === null) expect(await once(child, "exit")).toEqual([0, null]);
	}, 10_000);

	test("an empty HOST is none", async () => {
		const { origin } = await anotherServer({ HOST: "" });
		expect(origin).toMatch(/^http:\/\/localhost:/);
	});

	test("HOST says where it listens", async () => {
		const { origin } = await anotherServer({ HOST: "127.0.0.2" });
		expect(origin).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
		expect(await statusOf(origin)).toBe(200);
		const elsewhere = connect(Number(new URL(origin).port), "127.0.0.1");
		expect((await once(elsewhere, "error"))[0].code).toBe("ECONNREFUSED");
	});

	test("while two builds are exchanged 200 times under 50 connections, every answer is whole", async () => {
		const live = join(parent, `live-${runtime.name}`);
		const [staged, previous] = [`${live}.staged`, `${live}.previous`];
		cpSync(folder, live, { recursive: true });
		cpSync((await publishMany("Two", parent)).folder, staged, { recursive: true });
		const { origin } = await anotherServer({ INSTANTS_ROOT: live });
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
		const asking = Array.from({ length: 50 }, async (_, i) => {
			while (!isOver) await ask(TARGETS[i % TARGETS.length] ?? "");
		});
		for (let exchanges = 0; exchanges < 200; exchanges++) {
			await renumber(staged, exchanges + 1);
			switchFolders({ live, staged, previous, discarded: "" });
			renameSync(previous, staged);
			await setTimeout(20);
		}
		isOver = true;
		await Promise.all(asking);
		expect(faults).toEqual([]);
		expect(builds.size).toBeGreaterThan(10 * TARGETS.length);
	}, 60_000);
});
