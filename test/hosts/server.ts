/** Runs a host's own server program for the tests in a file. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PATIENCE } from "../fixtures/patience.ts";

/**
 * The first of the ports that the system never assigns to programs that ask for any port, so that a free port stays
 * free, and the number of ports that we use.
 */
const [FIRST_PORT, PORTS] = [20_000, 12_000];

/** The pause between two checks whether a server answers, in milliseconds. */
const PAUSE = 25;

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
	const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
	const probe = createServer();
	const isFree = await new Promise<boolean>((resolve) => {
		probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
	});
	if (!isFree) return freePort();
	await new Promise((resolve) => probe.close(resolve));
	return port;
}

/** A server that answers. */
export interface RunningServer {
	readonly origin: string;
	readonly pid: number;
	/** Ends the server with a signal, by default SIGTERM. */
	stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a server in the foreground and waits until it answers. */
export async function startServer(
	binary: string,
	args: readonly string[],
	port: number,
	env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
	const child = spawn(binary, args, {
		env: { ...process.env, ...env },
		stdio: ["ignore", "ignore", "pipe"],
	});
	let said = "";
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		said += text;
	});
	const kill = (): boolean => child.kill();
	process.once("exit", kill);
	const ended = once(child, "exit").finally(() => process.off("exit", kill));
	const stop = async (signal: NodeJS.Signals = "SIGTERM"): Promise<void> => {
		child.kill(signal);
		await ended;
	};
	const origin = `http://127.0.0.1:${port}`;
	for (let waited = 0; waited < PATIENCE && child.exitCode === null; waited += PAUSE) {
		const isUp = await fetch(origin).then(
			() => true,
			() => false,
		);
		if (isUp) return { origin, stop, pid: child.pid ?? Number.NaN };
		await setTimeout(PAUSE);
	}
	if (child.exitCode === null) await stop();
	throw new Error(`${binary} does not answer: ${said.slice(-2000)}`);
}

const SERVE = fileURLToPath(new URL("../../node_modules/.bin/serve", import.meta.url));

/** Serves a folder with `serve`, a server without our rules, which stands in for GitHub Pages and for any bucket. */
export async function serve(folder: string, port: number): Promise<RunningServer> {
	const listen = ["--listen", `tcp://127.0.0.1:${port}`, "--no-port-switching"];
	const quiet = ["--no-request-logging", "--no-clipboard"];
	const args = [...listen, ...quiet, folder];
	const server = await startServer(SERVE, args, port, { NO_UPDATE_CHECK: "1" });
	// On SIGTERM, it would wait for ever for a connection that Chromium opened in advance and never used.
	return { ...server, stop: () => server.stop("SIGKILL") };
}
