/** `instants preview`: serves a published tree on this machine. */
import type { Command } from "commander";
import { address, wholeNumber } from "./console/options.ts";
import { type PreviewOptions, previewUntilStopped } from "./hosts/server/preview.ts";
import { recover } from "./publish/staging.ts";

export function define(command: Command): void {
	command
		.option("--dir <folder>", "the tree", "dist")
		.option("--port <n>", "the port; 0 takes a free port", wholeNumber(0, 65_535), 3000)
		.option(
			"--listen <address>",
			"an address of this machine; 0.0.0.0 for all",
			address,
			"localhost",
		)
		.action(async ({ dir, ...options }: PreviewOptions & { dir: string }) => {
			recover(dir);
			await previewUntilStopped(dir, options);
		});
}
