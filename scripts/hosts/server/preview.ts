/** Serves a published tree on this machine, with links that point to the address of each request. */
import { API_PATH } from "../../contract/links.ts";
import { startTreeServer, stopSignal, type TreeServer } from "./http-server.ts";
import type { LiveTree } from "./listener.ts";

/** Options of the commands that serve a tree. */
export interface PreviewOptions {
	readonly port: number;
	/** An address of this machine. */
	readonly listen: string;
}

/** Serves the tree in `folder` until stopped, only to this machine by default. Throws a UserError. */
export function startPreview(
	folder: string,
	port: number,
	host = "localhost",
	live?: LiveTree,
): Promise<TreeServer> {
	return startTreeServer(folder, { port, host }, { rebase: true, live });
}

/** Prints the address at which a tree, or the data it is built from, is served. */
export function printServed(folder: string, { origin }: TreeServer): void {
	console.log(`Serving ${folder} at ${origin}`);
	console.log(`  API  ${origin}${API_PATH}`);
	if (process.stdout.isTTY) console.log("  Press Ctrl-C to stop");
}

/** Serves the tree until Ctrl-C or SIGTERM. Throws a UserError. */
export async function previewUntilStopped(
	folder: string,
	{ port, listen }: PreviewOptions,
): Promise<void> {
	const stopped = stopSignal();
	const preview = await startPreview(folder, port, listen);
	printServed(folder, preview);
	const signal = await stopped;
	await preview.stop();
	if (signal === "SIGINT" && process.stdout.isTTY) console.log("\nStopped.");
}
