/** `instants preview`: serves a published tree on this machine. */
import type { Command } from "commander";
import { serverOptions } from "./console/options.ts";
import { type PreviewOptions, previewUntilStopped } from "./hosts/server/preview.ts";

export function define(command: Command): void {
	serverOptions(command)
		.option("--dir <folder>", "the tree", "dist")
		.action(({ dir, ...options }: PreviewOptions & { dir: string }) =>
			previewUntilStopped(dir, options),
		);
}
