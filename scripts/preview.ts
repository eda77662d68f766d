/** `npm run preview`: serves a published tree on this machine. */
import { command, run } from "./console/command.ts";
import { wholeNumber } from "./console/options.ts";
import { previewUntilStopped } from "./preview/server.ts";

const program = command("preview", "Serve a published tree, its links rebased to this address.")
	.option("--dir <folder>", "the tree", "dist")
	.option("--port <n>", "where to listen; 0 takes a free port", wholeNumber(0, 65_535), 3000)
	.action(({ dir, port }: { dir: string; port: number }) => previewUntilStopped(dir, port));

await run(program);
