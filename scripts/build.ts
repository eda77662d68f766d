/** `npm run build`: checks a catalogue and publishes it. */
import { Option } from "commander";
import { baseUrl, command, run, wholeNumber } from "./command.ts";
import { defaultBaseUrl } from "./publish/base-url.ts";
import { type BuildOptions, build } from "./publish/build.ts";
import { MAX_FILES } from "./publish/publish.ts";

const program = command("build", "Check a catalogue and publish it as a static API.")
	.option("--data <folder>", "the catalogue", "data")
	.option("--out <folder>", "where to publish; replaced as a whole", "dist")
	.addOption(
		new Option(
			"--base-url <url>",
			"where the tree will be reached (default: BASE_URL, the address of a Netlify deploy, or http://localhost:3000)",
		).argParser(baseUrl),
	)
	.option(
		"--max-files <n>",
		"most files to write; single words are precomputed while it lasts",
		wholeNumber(1, 10_000_000),
		MAX_FILES,
	)
	.addOption(
		new Option("--media <where>", "remote: the media live elsewhere; do not check or publish them")
			.choices(["local", "remote"])
			.default("local"),
	)
	.option("--media-url <url>", "where remote media live, instead of BASE_URL/media", baseUrl)
	.action((options: Omit<BuildOptions, "baseUrl"> & { baseUrl?: string }) =>
		build({ ...options, baseUrl: options.baseUrl ?? defaultBaseUrl(process.env) }),
	);

await run(program);
