/** The server file, as its users start it on Node, Deno and Bun. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { describe, onTestFinished } from "vitest";
import { SERVER } from "../../../scripts/hosts/server/host.ts";
import { besideFolder } from "../../../scripts/publish/host-files.ts";
import { BUN, bunBinary, DENO, denoBinary, type Engine, skipping } from "../tools.ts";

export interface Runtime {
	readonly name: string;
	readonly engine?: Engine;
	command(): string[];
}

export const NODE: Runtime = { name: "Node", command: () => [process.execPath] };

const RUNTIMES: readonly Runtime[] = [
	NODE,
	{
		name: "Deno",
		engine: DENO,
		command: () => [denoBinary(DENO), "run", "--allow-net", "--allow-read", "--allow-env"],
	},
	{
		name: "Bun",
		engine: BUN,
		command: () => [bunBinary()],
	},
];

/** Runs tests on each runtime that is installed. */
export function describeRuntimes(tests: (runtime: Runtime) => void): void {
	for (const runtime of RUNTIMES) {
		const { name, engine } = runtime;
		const { skip, title } = engine ? skipping(engine) : { skip: false, title: name };
		describe.skipIf(skip)(title, () => tests(runtime));
	}
}

/** The server file of a tree that was published for it. */
export function serverFileOf(folder: string): string {
	return join(besideFolder(folder, SERVER), "server.cjs");
}

export function start(
	{ command }: Runtime,
	args: readonly string[],
	env: Readonly<Record<string, string>>,
): ChildProcess {
	const [program = "", ...before] = command();
	return spawn(program, [...before, ...args], {
		env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
}

export type Started = Awaited<ReturnType<typeof startServer>>;

/** Starts the server of a tree on a free port; resolves when it prints where it serves. */
export async function startServer(
	runtime: Runtime,
	folder: string,
	env: Readonly<Record<string, string>> = {},
) {
	const child = start(runtime, [serverFileOf(folder)], { PORT: "0", ...env });
	const [said] = await Promise.race([
		once(child.stdout as Readable, "data"),
		once(child, "exit").then(([code]) => Promise.reject(new Error(`exit ${code}`))),
	]);
	const [origin = ""] = /http:\/\/\S+/.exec(String(said)) ?? [];
	return { origin, child, stop: () => void child.kill("SIGKILL") };
}

/** Starts a server in the same way, and stops it when the test ends. */
export async function serverOfTest(...how: Parameters<typeof startServer>): Promise<Started> {
	const started = await startServer(...how);
	onTestFinished(started.stop);
	return started;
}
