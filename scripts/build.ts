import { type Command, InvalidArgumentError, Option } from "commander";
import { commandLine } from "./console/invocation.ts";
import { baseUrl, listOf, wholeNumber } from "./console/options.ts";
import type { Host } from "./hosts/host.ts";
import { HOSTS } from "./hosts/index.ts";
import { build, defaultBaseUrl } from "./publish/build-command.ts";
import { type BuildOptions, MAX_FILES } from "./publish/build-options.ts";
import { parseTime, releaseOf, sourceDate } from "./signing/release.ts";

const hostNames = listOf(HOSTS.map(({ name }) => name));

/** Adds the named hosts to those of earlier options. */
function moreHosts(text: string, before: readonly Host[]): Host[] {
	const names = hostNames(text);
	return [...new Set([...before, ...HOSTS.filter(({ name }) => names.includes(name))])];
}

/** Parses the time of a release. */
function publishedTime(text: string): string {
	const time = parseTime(text);
	if (time !== undefined) return time;
	throw new InvalidArgumentError(
		"It must be a date or a time in UTC: 2026-01-31 or 2026-01-31T12:00:00Z.",
	);
}

interface BuildFlags extends Omit<BuildOptions, "baseUrl" | "hosts" | "maxFiles" | "release"> {
	baseUrl?: string;
	maxFiles?: number;
	host: Host[];
	sign?: string;
	serial?: number;
	published?: string;
}

/** The file limit of the strictest of these hosts. */
function defaultMaxFiles(hosts: readonly Host[]): number {
	return Math.min(MAX_FILES, ...hosts.map(({ limits }) => limits.at(-1)?.files ?? MAX_FILES));
}

export function define(command: Command): void {
	command
		.option("--data <folder>", "the catalogue", "data")
		.option("--out <folder>", "the folder to publish into, which is replaced as a whole", "dist")
		.addOption(
			new Option(
				"--base-url <url>",
				"the URL where the tree will be served (default: BASE_URL, or http://localhost:3000 without --host)",
			).argParser(baseUrl),
		)
		.option(
			"--max-files <n>",
			`the maximum number of files: pages are precomputed as far as they fit, and everything else is always written (default: ${MAX_FILES}, or what the hosts allow)`,
			wholeNumber(1, 10_000_000),
		)
		.addOption(
			new Option(
				"--media <where>",
				"remote: the media are hosted elsewhere; do not check or publish them (default: local, or remote with --media-url)",
			).choices(["local", "remote"]),
		)
		.addOption(
			new Option(
				"--host <names>",
				`add the files that a host needs; comma-separated or repeated: ${HOSTS.map(({ name }) => name).join(", ")}`,
			)
				.argParser(moreHosts)
				.default([], "none"),
		)
		.addOption(
			new Option("--order <order>", "newest: list the last record first")
				.choices(["first", "newest"])
				.default("first"),
		)
		.addOption(
			new Option("--pages <which>", "none: precompute no pages; hosts that run code need none")
				.choices(["all", "none"])
				.default("all"),
		)
		.option(
			"--media-url <url>",
			"the URL of remote media, instead of BASE_URL/media; implies --media remote",
			baseUrl,
		)
		.option(
			"--serial <n>",
			"the number of this release, larger than that of the last release",
			wholeNumber(1, 2 ** 31),
		)
		.option(
			"--published <time>",
			"when this release is published: 2026-01-31 or 2026-01-31T12:00:00Z (default: SOURCE_DATE_EPOCH, or none)",
			publishedTime,
		)
		.option(
			"--sign <keyfile>",
			`sign the release with a key from ${commandLine("keygen")}; needs --serial and --published`,
		)
		.option("--allow-empty", "allow an empty catalogue to replace one that has clips")
		.action(({ host: hosts, sign, serial, published, ...options }: BuildFlags) => {
			const time = published ?? sourceDate(process.env);
			return build({
				...options,
				hosts,
				release: releaseOf({
					...(sign !== undefined && { sign }),
					...(serial !== undefined && { serial }),
					...(time !== undefined && { published: time }),
				}),
				maxFiles: options.maxFiles ?? defaultMaxFiles(hosts),
				baseUrl: options.baseUrl ?? defaultBaseUrl(process.env, hosts),
			});
		});
}
