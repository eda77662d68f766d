/** The contract, answered by the server file on Node, Deno and Bun. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { senderTo } from "../../contract/over-http.ts";
import { type Answer, describeContract, type TargetRequest } from "../../contract/target.ts";
import { BASE, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { addFiles, testFiles } from "../served-files.ts";
import { BUN, bunBinary, DENO, denoBinary, type Engine, skipping } from "../tools.ts";
import { plantSecret, testTraversal } from "../traversal.ts";

const parent = temporaryFolder();
plantSecret(parent);

interface Runtime {
	readonly engine?: Engine;
	command(): string[];
	/** Its HTTP server takes no bytes beyond ASCII, and none can be put before it. */
	readonly refusesUnencoded?: true;
}

const RUNTIMES: Record<string, Runtime> = {
	Node: { command: () => [process.execPath] },
	Deno: {
		engine: DENO,
		refusesUnencoded: true,
		command: () => [denoBinary(DENO), "run", "--allow-net", "--allow-read", "--allow-env"],
	},
	Bun: {
		engine: BUN,
		command: () => [bunBinary()],
	},
};

function start(
	{ command }: Runtime,
	file: string,
	args: readonly string[],
	env: Readonly<Record<string, string>>,
): ChildProcess {
	const [program = "", ...before] = command();
	return spawn(program, [...before, file, ...args], {
		env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
}

interface Started {
	readonly origin: string;
	readonly child: ChildProcess;
	readonly file: string;
}

/** Starts the server as its users would, from anywhere; resolves when it says where it serves. */
async function startServer(runtime: Runtime): Promise<Started> {
	const { folder } = await publishRecords(CONTRACT_CATALOGUE, { parent, hosts: [SERVER] });
	const file = join(besideFolder(folder, SERVER), "server.cjs");
	addFiles(folder);
	const child = start(runtime, file, [], { PORT: "0" });
	const [said] = await Promise.race([
		once(child.stdout as Readable, "data"),
		once(child, "exit").then(([code]) => Promise.reject(new Error(`exit ${code}`))),
	]);
	const [origin = ""] = /http:\/\/localhost:\d+/.exec(String(said)) ?? [];
	return { origin, child, file };
}

for (const [name, runtime] of Object.entries(RUNTIMES)) {
	const { skip, title } = runtime.engine ? skipping(runtime.engine) : { skip: false, title: name };
	describe.skipIf(skip)(title, () => {
		let server: Awaited<ReturnType<typeof startServer>>;
		beforeAll(async () => {
			server = await startServer(runtime);
		});
		afterAll(() => server?.child.kill());

		const send = (sent: TargetRequest): Promise<Answer> =>
			senderTo(server.origin, new URL(BASE).host)(sent);
		describeContract(`the server on ${name}`, () => ({ name, send }));

		testFiles(send);

		test("a connection serves many requests", async () => {
			const { hostname, port } = new URL(server.origin);
			const agent = new Agent({ keepAlive: true, maxSockets: 1 });
			const statuses: (number | undefined)[] = [];
			for (const path of ["/latest.json", "/api/v1/instants/", "/nowhere", "/"].flatMap((p) => [
				p,
				p,
			])) {
				const [response] = await once(get({ hostname, port, path, agent }), "response");
				for await (const _ of response);
				statuses.push(response.statusCode);
			}
			agent.destroy();
			expect(statuses).toEqual([200, 200, 200, 200, 404, 404, 200, 200]);
		});

		test("a target with bytes beyond ASCII is taken as UTF-8, as curl sends it, or refused", async () => {
			const { port } = new URL(server.origin);
			const socket = connect(Number(port), "localhost");
			socket.write(
				"GET /api/v1/instants/?name=café HTTP/1.1\r\nHost: oracle.test\r\nConnection: close\r\n\r\n",
			);
			let answer = "";
			for await (const piece of socket.setEncoding("utf8")) answer += piece;
			if (runtime.refusesUnencoded) expect(answer).toMatch(/^HTTP\/1.1 400 /);
			else expect(answer).toContain('"slug":"cafe_au-lait"');
		});

		test.each([
			[
				"a taken port",
				() => ({ PORT: new URL(server.origin).port }),
				[],
				1,
				/ is taken by another program/,
			],
			[
				"an address of another machine",
				() => ({ PORT: "0", INSTANTS_HOST: "192.0.2.1" }),
				[],
				1,
				/^instants: INSTANTS_HOST 192\.0\.2\.1: this machine cannot listen there/,
			],
			[
				"a port that is none",
				() => ({ PORT: "http" }),
				[],
				2,
				/^instants: PORT http: must be a whole/,
			],
			[
				"a folder without a tree",
				() => ({ PORT: "0" }),
				["no-such-folder"],
				1,
				/^instants: FOLDER no-such-folder: holds no published tree/,
			],
		] as const)("%s is said in one line", async (_, env, args, code, said) => {
			const child = start(runtime, server.file, args, env());
			let text = "";
			child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
				text += piece;
			});
			const [exit] = await once(child, "close");
			expect({ exit, lines: text.trimEnd().split("\n").length }).toEqual({ exit: code, lines: 1 });
			expect(text).toMatch(said);
		});

		test("a file is not one with a slash behind it", async () => {
			expect((await fetch(`${server.origin}/latest.json/`)).status).toBe(404);
		});

		testTraversal(send, { alsoAllowed: [200] });
	});
}
