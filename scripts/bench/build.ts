/**
 * What a build costs beside the least that any build does, with and without precomputed pages, and what
 * of a tree changes with one clip. Both sides of a ratio are measured in one run.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { tagOf } from "../../test/fixtures/generated-names.ts";
import { filesIn } from "../../test/fixtures/tree-files.ts";
import { ALL_PATH, SEARCH_INDEX_PATH } from "../tree/paths.ts";
import { buildInto, generatedRecord, inTemporaryFolder, writeCatalogue } from "./catalogue.ts";
import { printFigures, runScript, typicalCost } from "./figures.ts";

/** Files with the whole catalogue, which change with every clip. */
const EXPORTS: readonly string[] = [ALL_PATH, `${ALL_PATH}.gz`, SEARCH_INDEX_PATH];

/** Measures at each size, and prints. */
export async function benchBuild(sizes: readonly number[], hasTags: boolean): Promise<void> {
	for (const size of sizes) await inTemporaryFolder((folder) => benchSize(folder, size, hasTags));
}

async function benchSize(folder: string, size: number, hasTags: boolean): Promise<void> {
	const data = writeCatalogue(join(folder, "data"), size, hasTags);
	const clips = join(data, "clips.ndjson");
	const yardstick = await typicalCost(() => runScript("scripts/bench/yardstick.mjs", [clips]));
	for (const pages of ["all", "none"] as const) {
		// Each run writes a tree of its own: where thousands of files were just deleted, creating them takes longer.
		let runs = 0;
		const { cpu, memory } = await typicalCost(() =>
			buildInto(data, join(folder, `tree-${pages}-${++runs}`), pages),
		);
		const tree = join(folder, `tree-${pages}-${runs}`);
		const files = filesIn(tree);
		const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
		const largest = Math.max(...files.map((file) => file.bytes));
		const ratio = `${(cpu / yardstick.cpu).toFixed(1)} × the yardstick's ${yardstick.cpu.toFixed(2)} s`;
		printFigures(`${size} clips, --pages ${pages}`, [
			["CPU", `${cpu.toFixed(2)} s, ${ratio}`],
			["peak memory", `${mb(memory)} MB`],
			["files", `${files.length}, ${mb(bytes)} MB, none over ${mb(largest)} MB`],
			...(await changes(folder, size, hasTags, pages, tree)),
		]);
	}
}

function mb(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

/** What is new in a tree after a change of one clip in the middle, by content. */
async function changes(
	folder: string,
	size: number,
	hasTags: boolean,
	pages: "all" | "none",
	tree: string,
): Promise<[string, string][]> {
	const known = contents(tree);
	const middle = Math.floor(size / 2);
	const record = recordAt(join(folder, "data"), middle);
	// A frequent tag, one of the middle, and a rare one.
	const tags = hasTags ? [1, 50, 1000].map(tagOf) : [];
	const cases: [string, number, Record<string, unknown>][] = [
		["one clip appended", size, generatedRecord("Boom Grand Finale", size, tags)],
		["one description edited", middle, { ...record, description: "Another text." }],
		["one clip renamed", middle, { ...record, name: "Brand New Name" }],
		["one clip removed", middle, { slug: `clip-${middle}`, removed: "2026-11-21" }],
	];
	const lines: [string, string][] = [];
	for (const [title, number, changed] of cases) {
		const data = writeCatalogue(
			join(folder, "changed"),
			size,
			hasTags,
			new Map([[number, changed]]),
		);
		await buildInto(data, join(folder, "changed-tree"), pages);
		const fresh = filesIn(join(folder, "changed-tree")).filter((file) => !known.has(file.sha256));
		const exports = fresh.filter(({ path }) => EXPORTS.includes(`/${path}`));
		const bytes = mb(fresh.reduce((sum, file) => sum + file.bytes, 0));
		const ofExports = mb(exports.reduce((sum, file) => sum + file.bytes, 0));
		lines.push([
			title,
			`${fresh.length} new files, ${bytes} MB (${exports.length} exports, ${ofExports} MB)`,
		]);
	}
	return lines;
}

function contents(tree: string): ReadonlySet<string> {
	return new Set(filesIn(tree).map(({ sha256 }) => sha256));
}

function recordAt(data: string, number: number): Record<string, unknown> {
	const line = readFileSync(join(data, "clips.ndjson"), "utf8").split("\n")[number] ?? "{}";
	return JSON.parse(line);
}
