/** `instants preview`: serves a published tree on this machine. */
import type { Command } from "commander";
import { serverOptions } from "./console/options.ts";
import { type PreviewOptions, previewUntilStopped } from "./hosts/server/preview.ts";
import { recover } from "./publish/staging.ts";

export function define(command: Command): void {
	serverOptions(command)
		.option("--dir <folder>", "the tree", "dist")
		.action(async ({ dir, ...options }: PreviewOptions & { dir: string }) => {
			recover(dir);
			await previewUntilStopped(dir, options);
		});
}
