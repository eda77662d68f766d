/** The contract, answered by the server file on Node, Deno and Bun. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NODE } from "../../../scripts/hosts/node/host.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { CONTRACT_CATALOGUE } from "../../contract/catalogue.ts";
import { senderTo } from "../../contract/over-http.ts";
import { describeContract } from "../../contract/target.ts";
import { BASE, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { BUN, DENO, denoBinary, type Engine, requireFrom, skipping } from "../tools.ts";
import { plantSecret, testTraversal } from "../traversal.ts";

const parent = temporaryFolder();
plantSecret(parent);

interface Runtime {
	readonly engine?: Engine;
	command(): string[];
}

const RUNTIMES: Record<string, Runtime> = {
	Node: { command: () => [process.execPath] },
	Deno: {
		engine: DENO,
		command: () => [denoBinary(DENO), "run", "--allow-net", "--allow-read", "--allow-env"],
	},
	Bun: {
		engine: BUN,
		command: () => [join(requireFrom(BUN).resolve("bun/package.json"), "../bin/bun.exe")],
	},
};

async function freePort(): Promise<number> {
	const server = createServer().listen(0);
	await once(server, "listening");
	const address = server.address();
	server.close();
	return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts the server as its users would; resolves when it says where it serves. */
async function startServer({ command }: Runtime): Promise<{ origin: string; child: ChildProcess }> {
	const { folder } = await publishRecords(CONTRACT_CATALOGUE, { parent, hosts: [NODE] });
	const [program = "", ...args] = command();
	const file = join(besideFolder(folder, NODE), "server.cjs");
	const port = await freePort();
	const child = spawn(program, [...args, file, folder], {
		env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port) },
		stdio: ["ignore", "pipe", "inherit"],
	});
	await Promise.race([
		once(child.stdout, "data"),
		once(child, "exit").then(([code]) => Promise.reject(new Error(`exit ${code}`))),
	]);
	return { origin: `http://localhost:${port}`, child };
}

for (const [name, runtime] of Object.entries(RUNTIMES)) {
	const { skip, title } = runtime.engine ? skipping(runtime.engine) : { skip: false, title: name };
	describe.skipIf(skip)(title, () => {
		let server: Awaited<ReturnType<typeof startServer>>;
		beforeAll(async () => {
			server = await startServer(runtime);
		});
		afterAll(() => server?.child.kill());

		describeContract(`the server on ${name}`, () => ({
			name,
			send: (sent) => senderTo(server.origin, new URL(BASE).host)(sent),
		}));

		test("files are served, with open data for anyone", async () => {
			const response = await fetch(`${server.origin}/v1/instants/page/1.json`);
			expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
			expect((await response.json()).count).toBe(CONTRACT_CATALOGUE.length);
		});

		test("the folder of a page is the page", async () => {
			const response = await fetch(`${server.origin}/docs`);
			expect(response.url).toBe(`${server.origin}/docs/`);
			expect(await response.text()).toContain("<html");
		});

		testTraversal((sent) => senderTo(server.origin, new URL(BASE).host)(sent), {
			alsoAllowed: [200],
		});
	});
}
