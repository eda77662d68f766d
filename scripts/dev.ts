/** `instants dev`, which `npm start` runs too. */
import { type Command, Option } from "commander";
import { baseUrl, serverOptions } from "./console/options.ts";
import { develop, type LoopOptions } from "./dev/loop.ts";

export function define(command: Command): void {
	serverOptions(command)
		.option("--data <folder>", "the catalogue", "data")
		.addOption(
			new Option(
				"--media <where>",
				"remote: the media are hosted elsewhere; do not check or publish them (default: local)",
			).choices(["local", "remote"]),
		)
		.option("--media-url <url>", "the URL of media that are hosted elsewhere", baseUrl)
		.action((options: LoopOptions) => develop(options));
}
