/** `npm run preview`: serves a published tree on this machine. */
import { command, run } from "./console/command.ts";
import { wholeNumber } from "./console/options.ts";
import { previewUntilStopped } from "./hosts/node/preview.ts";
import { recover } from "./publish/staging.ts";

const program = command(
	"preview",
	"Serve a published tree, with links to the address that is requested.",
)
	.option("--dir <folder>", "the tree", "dist")
	.option("--port <n>", "where to listen; 0 takes a free port", wholeNumber(0, 65_535), 3000)
	.action(({ dir, port }: { dir: string; port: number }) => {
		recover(dir);
		return previewUntilStopped(dir, port);
	});

await run(program);
