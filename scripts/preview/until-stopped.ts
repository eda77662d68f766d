/** A preview as a command: says where it is, and ends cleanly on Ctrl-C. */
import { API_PATH } from "../contract/links.ts";
import { startPreview } from "./server.ts";

/** Serves until the process is told to stop. Throws a PreviewError. */
export async function preview(folder: string, port: number): Promise<void> {
	const { origin, stop } = await startPreview(folder, port);
	console.log(`Serving ${folder} at ${origin}`);
	console.log(`  API  ${origin}${API_PATH}`);
	if (process.stdout.isTTY) console.log("  Ctrl-C ends it");
	const signal = await new Promise<NodeJS.Signals>((resolve) => {
		process.once("SIGINT", resolve);
		process.once("SIGTERM", resolve);
	});
	await stop();
	if (signal === "SIGINT" && process.stdout.isTTY) console.log("\nStopped.");
}
