/** `instants keygen`: creates a key for signing releases. */
import type { Command } from "commander";
import { commandLine } from "./console/invocation.ts";
import { createKeyFiles } from "./signing/key-file.ts";

export function define(command: Command): void {
	command
		.argument(
			"[file]",
			"where to write the secret key; the public key goes to FILE.pub",
			"instants.key",
		)
		.action((file: string) => {
			const publicKey = createKeyFiles(file);
			console.log(`Wrote ${file}, the secret key. Keep a copy in a safe place, and never publish it.
Wrote ${file}.pub, the public key: give it to people who mirror or check your releases:
  ${publicKey}
To sign a release: ${commandLine("build", `--sign ${file} --serial 1 --published 2026-01-31`)}`);
		});
}
