/** `npm run preview`: serves a published tree on this machine. */
import { command, run } from "./console/command.ts";
import { wholeNumber } from "./console/options.ts";
import { preview } from "./preview/until-stopped.ts";

const program = command("preview", "Serve a published tree, its links rebased to this address.")
	.option("--dir <folder>", "the tree", "dist")
	.option("--port <n>", "where to listen; 0 takes a free port", wholeNumber(0, 65_535), 3000)
	.action(({ dir, port }: { dir: string; port: number }) => preview(dir, port));

await run(program);
