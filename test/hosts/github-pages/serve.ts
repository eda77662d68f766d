/** Starts `serve`, a server without rules of ours, which stands for GitHub Pages and for any bucket. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const BINARY = fileURLToPath(new URL("../../../node_modules/.bin/serve", import.meta.url));

/** A server that can be stopped. */
export interface Serving {
	stop(): Promise<void>;
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string") throw new Error("no port");
	return address.port;
}

/** Serves a folder as it is until it is stopped. */
export async function serve(folder: string, port: number): Promise<Serving> {
	const listen = ["--listen", `tcp://127.0.0.1:${port}`, "--no-port-switching"];
	const quiet = ["--no-request-logging", "--no-clipboard"];
	const child = spawn(BINARY, [...listen, ...quiet, folder], {
		stdio: "ignore",
		env: { PATH: process.env.PATH, NO_UPDATE_CHECK: "1" },
	});
	const ended = once(child, "exit");
	await answers(port, () => child.exitCode === null);
	return {
		stop: async () => {
			child.kill();
			await ended;
		},
	};
}

async function answers(port: number, isRunning: () => boolean): Promise<void> {
	while (isRunning()) {
		try {
			await fetch(`http://127.0.0.1:${port}/`);
			return;
		} catch {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	}
	throw new Error("serve ended before it answered");
}
