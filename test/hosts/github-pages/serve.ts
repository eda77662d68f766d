/** Starts `serve`, a server without rules of ours, which stands for GitHub Pages and for any bucket. */
import { fileURLToPath } from "node:url";
import { type RunningServer, startServer } from "../server.ts";

const BINARY = fileURLToPath(new URL("../../../node_modules/.bin/serve", import.meta.url));

/** Serves a folder as it is until it is stopped. */
export async function serve(folder: string, port: number): Promise<RunningServer> {
	const listen = ["--listen", `tcp://127.0.0.1:${port}`, "--no-port-switching"];
	const quiet = ["--no-request-logging", "--no-clipboard"];
	const args = [...listen, ...quiet, folder];
	const server = await startServer(BINARY, args, port, { NO_UPDATE_CHECK: "1" });
	// SIGTERM makes it wait for good on a connection that Chromium opened ahead and never used.
	return { ...server, stop: () => server.stop("SIGKILL") };
}
