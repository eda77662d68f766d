/**
 * What a build costs beside the least that any build must do, and what of a tree changes with one
 * clip. Both sides of a ratio are measured in one run.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "../fixtures/tree-files.ts";
import { build, generatedRecord, inTemporaryFolder, writeCatalogue } from "./catalogue.ts";
import { printFigures, runScript } from "./figures.ts";

/** Measures at each size, and prints. */
export async function benchBuild(sizes: readonly number[]): Promise<void> {
	for (const size of sizes) await inTemporaryFolder((folder) => benchSize(folder, size));
}

async function benchSize(folder: string, size: number): Promise<void> {
	const data = writeCatalogue(join(folder, "data"), size);
	const tree = join(folder, "tree");
	const ours = await build(data, tree);
	const naive = await runScript("test/bench/naive-listing.mjs", [
		join(data, "clips.ndjson"),
		join(folder, "naive"),
	]);
	const files = filesIn(tree);
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	const largest = Math.max(...files.map((file) => file.bytes));
	const ratio = (a: number, b: number): string =>
		`${a.toFixed(1)} s, ${(a / b).toFixed(2)} × the naive script`;
	printFigures(`${size} clips`, [
		["CPU", ratio(ours.cpu, naive.cpu)],
		["wall", ratio(ours.wall, naive.wall)],
		["peak memory", `${mb(ours.memory)} MB`],
		["files", `${files.length}, ${mb(bytes)} MB, none over ${mb(largest)} MB`],
		...(await changes(folder, size)),
	]);
}

function mb(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}

/** What is new in a tree after a change of one clip in the middle, by content. */
async function changes(folder: string, size: number): Promise<[string, string][]> {
	const known = contents(join(folder, "tree"));
	const middle = Math.floor(size / 2);
	const record = { ...generatedRecord("", middle), ...nameAt(join(folder, "data"), middle) };
	const cases: [string, number, Record<string, unknown>][] = [
		["one clip appended", size, generatedRecord("Boom Grand Finale", size)],
		["one description edited", middle, { ...record, description: "Another text." }],
		["one clip renamed", middle, { ...record, name: "Brand New Name" }],
		["one clip removed", middle, { slug: `clip-${middle}`, removed: "2026-11-21" }],
	];
	const lines: [string, string][] = [];
	for (const [title, number, changed] of cases) {
		const data = writeCatalogue(join(folder, "changed"), size, new Map([[number, changed]]));
		await build(data, join(folder, "changed-tree"));
		const fresh = filesIn(join(folder, "changed-tree")).filter((file) => !known.has(file.sha256));
		const bytes = fresh.reduce((sum, file) => sum + file.bytes, 0);
		lines.push([title, `${fresh.length} new files, ${(bytes / 1000).toFixed(0)} KB`]);
	}
	return lines;
}

function contents(tree: string): ReadonlySet<string> {
	return new Set(filesIn(tree).map(({ sha256 }) => sha256));
}

function nameAt(data: string, number: number): { name: string } {
	const line = readFileSync(join(data, "clips.ndjson"), "utf8").split("\n")[number] ?? "{}";
	return { name: JSON.parse(line).name };
}
