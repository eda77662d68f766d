/**
 * Times a build, with and without precomputed pages, against a baseline that only reads the catalogue, and counts
 * the files that change when one clip is added.
 */
import { join } from "node:path";
import { filesIn } from "../fixtures/tree-files.ts";
import { buildInto, writeCatalogue } from "./catalogue.ts";
import { printFigures, runScript, typicalCost } from "./figures.ts";

const YARDSTICK = new URL("yardstick.mjs", import.meta.url);

export async function benchBuild(folder: string, size: number): Promise<void> {
	const [data, longer] = [join(folder, "data"), join(folder, "longer")];
	const clips = writeCatalogue(data, size);
	writeCatalogue(longer, size + 1);
	const yardstick = await typicalCost(() => runScript(YARDSTICK, [clips]));
	for (const pages of ["all", "none"]) {
		const treeOf = (name: number | string): string => join(folder, `tree-${pages}-${name}`);
		// Each run writes a new tree: files take longer to create where thousands were just deleted.
		let runs = 0;
		const { cpu, memory } = await typicalCost(() => buildInto(data, treeOf(++runs), pages));
		const files = filesIn(treeOf(runs));
		await buildInto(longer, treeOf("longer"), pages);
		const known = new Set(files.map(({ sha256 }) => sha256));
		const fresh = filesIn(treeOf("longer")).filter(({ sha256 }) => !known.has(sha256));
		const ratio = `${(cpu / yardstick.cpu).toFixed(1)} × the baseline's ${yardstick.cpu.toFixed(2)} s`;
		const largest = Math.max(...files.map(({ bytes }) => bytes));
		printFigures(`${size} clips, --pages ${pages}`, [
			["CPU", `${cpu.toFixed(2)} s, ${ratio}`],
			["peak memory", mb(memory)],
			["files", `${files.length}, ${sum(files)}, none over ${mb(largest)}`],
			["one clip appended", `${fresh.length} new files, ${sum(fresh)}`],
		]);
	}
}

function mb(bytes: number): string {
	return `${(bytes / 1e6).toFixed(1)} MB`;
}

function sum(files: readonly { readonly bytes: number }[]): string {
	return mb(files.reduce((sum, { bytes }) => sum + bytes, 0));
}
