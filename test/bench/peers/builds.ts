/** Measures builds by Instants, by a site generator (which writes only the listing), and by a search indexer. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesIn } from "../../fixtures/tree-files.ts";
import { needed } from "../load.ts";
import { type Row, short } from "./figures-page.ts";
import { ELEVENTY, NODE, SITES, versioned } from "./packages.ts";

const INSTANTS = fileURLToPath(new URL("../../../scripts/instants.ts", import.meta.url));

/** Arguments for Node, with which each builder reads a catalogue file and writes to a folder. */
const BUILDERS: Readonly<Record<string, (clips: string, out: string) => readonly string[]>> = {
	Instants: (clips, out) => [
		...["--import", import.meta.resolve("tsx"), INSTANTS, "build", "--data", dirname(clips)],
		...["--out", out, "--media", "remote", "--max-files", "25000"],
		...["--base-url", "http://localhost:3000"],
	],
	[versioned("@11ty/eleventy")]: (_, out) => [
		...[ELEVENTY, "--quiet", `--input=${join(SITES, "eleventy")}`, `--output=${out}`],
	],
	[versioned("pagefind")]: (_, out) => [join(SITES, "pagefind.mjs"), out],
};

/** Builds the catalogue with each builder, into the folder that `treeOf` returns. */
export function benchBuilds(folder: string, clips: string): Row[] {
	const rows = Object.entries(BUILDERS).map(([name, argsOf]): Row => {
		const out = treeOf(folder, name);
		const time = needed({ name: "GNU time", debian: "time", binary: "time" });
		// Includes child processes.
		const format = ["-f", "%e %U %S %M", "-o", `${out}.time`];
		execFileSync(time, [...format, NODE, ...argsOf(clips, out)], {
			cwd: SITES,
			env: { ...process.env, CLIPS: clips },
			stdio: ["ignore", "ignore", "inherit"],
		});
		const numbers = readFileSync(`${out}.time`, "utf8").trim().split(" ").map(Number);
		const [seconds = Number.NaN, user = 0, system = 0, kilobytes = 0] = numbers;
		return {
			builder: name,
			"time, s": short(seconds),
			"CPU, s": short(user + system),
			"memory, MB": short((kilobytes * 1024) / 1e6),
			files: short(filesIn(out).length),
		};
	});
	const [ours, theirs] = Object.keys(BUILDERS)
		.slice(0, 2)
		.map((name) => readFileSync(join(treeOf(folder, name), "v1/instants/page/2.json"), "utf8"));
	if (ours !== theirs) throw new Error("the listings differ");
	return rows;
}

/** The folder that a builder writes to. */
export function treeOf(folder: string, name: string): string {
	return join(folder, name.replaceAll(/\W+/g, "-"));
}
