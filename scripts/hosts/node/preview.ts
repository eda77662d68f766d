/** Serves a published tree on this machine, with links that point to the address of each request. */
import { API_PATH } from "../../contract/links.ts";
import { startTreeServer, type TreeServer } from "./tree-server.ts";

export type Preview = TreeServer;

/** Serves the tree in `folder` until stopped. Port 0 picks a free port. Throws a UserError. */
export function startPreview(folder: string, port: number): Promise<Preview> {
	return startTreeServer(folder, port, { folder: "--dir", port: "--port" }, { rebase: true });
}

/** Serves the tree until Ctrl-C or SIGTERM. Throws a UserError. */
export async function previewUntilStopped(folder: string, port: number): Promise<void> {
	const { origin, stop } = await startPreview(folder, port);
	console.log(`Serving ${folder} at ${origin}`);
	console.log(`  API  ${origin}${API_PATH}`);
	if (process.stdout.isTTY) console.log("  Press Ctrl-C to stop");
	const signal = await new Promise<NodeJS.Signals>((resolve) => {
		process.once("SIGINT", resolve);
		process.once("SIGTERM", resolve);
	});
	await stop();
	if (signal === "SIGINT" && process.stdout.isTTY) console.log("\nStopped.");
}
