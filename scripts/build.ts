/** `npm run build`: checks a catalogue and publishes it. */
import { InvalidArgumentError, Option } from "commander";
import { command, run } from "./console/command.ts";
import { baseUrl, domain, wholeNumber } from "./console/options.ts";
import { GITHUB_PAGES } from "./hosts/github-pages/host.ts";
import type { Host } from "./hosts/host.ts";
import { HOSTS } from "./hosts/index.ts";
import { defaultBaseUrl } from "./publish/base-url.ts";
import { type BuildOptions, build } from "./publish/build.ts";
import { MAX_FILES } from "./publish/publish.ts";

/** Hosts by name, added to those named before. */
function hostNames(text: string, before: readonly Host[]): Host[] {
	const named = text.split(",").map((name) => {
		const host = HOSTS.find((candidate) => candidate.name === name.trim());
		if (host === undefined)
			throw new InvalidArgumentError(
				`There is no host ${JSON.stringify(name)}; there are ${HOSTS.map((known) => known.name).join(", ")}.`,
			);
		return host;
	});
	return [...new Set([...before, ...named])];
}

interface Given extends Omit<BuildOptions, "baseUrl" | "hosts" | "maxFiles"> {
	baseUrl?: string;
	maxFiles?: number;
	host: Host[];
}

/** The most that all of the hosts take. */
function defaultMaxFiles(hosts: readonly Host[]): number {
	return Math.min(MAX_FILES, ...hosts.map(({ limits }) => limits.at(-1)?.files ?? MAX_FILES));
}

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
		`most files to write; single words are precomputed while it lasts (default: ${MAX_FILES}, or what the hosts allow)`,
		wholeNumber(1, 10_000_000),
	)
	.addOption(
		new Option("--media <where>", "remote: the media live elsewhere; do not check or publish them")
			.choices(["local", "remote"])
			.default("local"),
	)
	.addOption(
		new Option(
			"--host <names>",
			`add what a host wants; comma-separated or repeated: ${HOSTS.map(({ name }) => name).join(", ")}`,
		)
			.argParser(hostNames)
			.default([], "none"),
	)
	.addOption(
		new Option("--order <order>", "newest: list the last record first")
			.choices(["first", "newest"])
			.default("first"),
	)
	.addOption(
		new Option(
			"--pages <which>",
			"none: compose no pages in advance; hosts that run code need none",
		)
			.choices(["all", "none"])
			.default("all"),
	)
	.option("--media-url <url>", "where remote media live, instead of BASE_URL/media", baseUrl)
	.addOption(
		new Option(
			"--links <style>",
			`what stored pages link to: the API with a query, or each other's files, for hosts that ignore queries (default: path with ${pathHosts()}, else query)`,
		).choices(["query", "path"]),
	)
	.option("--json", "print the outcome as one JSON object")
	.option("--cname <domain>", `a domain of your own, with --host ${GITHUB_PAGES.name}`, domain)
	.action(({ host: hosts, ...options }: Given) => {
		if (options.cname !== undefined && !hosts.includes(GITHUB_PAGES)) {
			program.error(`error: --cname is for --host ${GITHUB_PAGES.name}`);
		}
		return build({
			...options,
			hosts,
			maxFiles: options.maxFiles ?? defaultMaxFiles(hosts),
			baseUrl: options.baseUrl ?? defaultBaseUrl(process.env, options.cname),
		});
	});

function pathHosts(): string {
	const named = HOSTS.filter(({ links }) => links === "path").map(({ name }) => `--host ${name}`);
	return named.join(" or ");
}

await run(program);
