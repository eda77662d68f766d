/** `instants dev`, which `npm start` runs too. */
import { type Command, Option } from "commander";
import { address, baseUrl, wholeNumber } from "./console/options.ts";
import { develop, type LoopOptions } from "./dev/loop.ts";

export function define(command: Command): void {
	command
		.option("--data <folder>", "the catalogue", "data")
		.option("--out <folder>", "where to build; replaces the whole folder", "dist")
		.addOption(
			new Option(
				"--media <where>",
				"remote: the media are elsewhere; do not check or publish them (default: local)",
			).choices(["local", "remote"]),
		)
		.option("--media-url <url>", "the URL of media that are elsewhere", baseUrl)
		.option("--port <n>", "the port; 0 takes a free port", wholeNumber(0, 65_535), 3000)
		.option(
			"--listen <address>",
			"an address of this machine; 0.0.0.0 for all",
			address,
			"localhost",
		)
		.action((options: LoopOptions) => develop(options));
}
