/** What a build costs: ours, those of site generators that write the listing alone, and that of a search index. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesIn } from "../../../test/fixtures/tree-files.ts";
import type { DebianEngine } from "../../../test/hosts/tools.ts";
import type { BuildFigures } from "../../site/docs/peers.ts";
import { writeCatalogue } from "../catalogue.ts";
import { needed } from "../load.ts";
import { inPackage, NODE, SITES, versioned } from "./packages.ts";

const TIME: DebianEngine = { name: "GNU time", debian: "time", binary: "time" };
const INSTANTS = fileURLToPath(new URL("../../instants.ts", import.meta.url));

/** What builds into a folder, and by which arguments of Node. `$CLIPS` is the catalogue, as NDJSON. */
interface Builder {
	readonly name: string;
	args(data: string, out: string): readonly string[];
}

const BUILDERS: readonly Builder[] = [
	{
		name: "Instants",
		args: (data, out) => [
			...["--import", import.meta.resolve("tsx"), INSTANTS, "build", "--data", data, "--out", out],
			...["--media", "remote", "--max-files", "25000", "--base-url", "http://localhost:3000"],
		],
	},
	{
		name: "a loop of 15 lines",
		args: (_, out) => [join(SITES, "naive.mjs"), out],
	},
	{
		name: versioned("@11ty/eleventy").replace("@11ty/e", "E"),
		args: (_, out) => [
			...[inPackage("@11ty/eleventy/cmd.cjs"), "--quiet"],
			...[`--input=${join(SITES, "eleventy")}`, `--output=${out}`],
		],
	},
	{
		name: versioned("astro"),
		args: (_, out) => [
			...[inPackage("astro/bin/astro.mjs"), "build", "--silent"],
			...["--root", join(SITES, "astro"), "--outDir", out],
		],
	},
	{
		name: versioned("pagefind"),
		args: (_, out) => [join(SITES, "pagefind.mjs"), out],
	},
];

/** Builds the catalogue by all builders, in `folder/NAME`, and what it was before its last clip. */
export function benchBuilds(folder: string, data: string, size: number): BuildFigures[] {
	const before = writeCatalogue(join(folder, "data-before"), size - 1, false);
	const figures = BUILDERS.map((builder): BuildFigures => {
		const earlier = join(folder, "earlier");
		timed(builder, before, earlier);
		const known = new Set(filesIn(earlier).map(({ sha256 }) => sha256));
		rmSync(earlier, { recursive: true });
		const out = treeOf(folder, builder.name);
		const cost = timed(builder, data, out);
		const files = filesIn(out);
		const fresh = files.filter(({ sha256 }) => !known.has(sha256));
		return {
			name: builder.name,
			...cost,
			files: files.length,
			changedFiles: fresh.length,
			changedBytes: fresh.reduce((sum, { bytes }) => sum + bytes, 0),
		};
	});
	expectSameListing(folder);
	return figures;
}

/** The folder of what a builder has written. */
export function treeOf(folder: string, name: string): string {
	return join(folder, name.replaceAll(/\W+/g, "-"));
}

function timed(
	builder: Builder,
	data: string,
	out: string,
): Pick<BuildFigures, "seconds" | "cpu" | "memory"> {
	const format = ["-f", "%e %U %S %M", "-o", `${out}.time`];
	execFileSync(needed(TIME), [...format, NODE, ...builder.args(data, out)], {
		cwd: SITES,
		env: { ...process.env, CLIPS: join(data, "clips.ndjson"), ASTRO_TELEMETRY_DISABLED: "1" },
		stdio: ["ignore", "ignore", "inherit"],
	});
	const numbers = readFileSync(`${out}.time`, "utf8").trim().split(" ").map(Number);
	const [seconds = Number.NaN, user = 0, system = 0, kilobytes = 0] = numbers;
	return { seconds, cpu: user + system, memory: kilobytes * 1024 };
}

/** Whoever wrote another listing would be measured for nothing. Throws. */
function expectSameListing(folder: string): void {
	const pages = BUILDERS.map(({ name }) => join(treeOf(folder, name), "v1/instants/page/2.json"))
		.filter(existsSync)
		.map((path) => readFileSync(path, "utf8"));
	if (new Set(pages).size !== 1) throw new Error("the listings differ");
}
