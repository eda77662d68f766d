/** Large generated catalogues for benchmarks, and trees built from them. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { generatedNames } from "../fixtures/generated-names.ts";
import { type ProcessCost, runScript } from "./figures.ts";

/** Writes a catalogue of `size` clips into a new folder. Returns its file. */
export function writeCatalogue(folder: string, size: number): string {
	mkdirSync(folder);
	const file = join(folder, "clips.ndjson");
	const names = generatedNames(size);
	for (let start = 0; start < size; start += 10_000) {
		const lines = names
			.slice(start, start + 10_000)
			.map((name, i) => `${JSON.stringify(generatedRecord(name, start + i))}\n`);
		appendFileSync(file, lines.join(""));
	}
	return file;
}

function generatedRecord(name: string, number: number): Record<string, unknown> {
	return {
		name,
		slug: `clip-${number}`,
		sound: `clip-${number}.mp3`,
		color: "FF8800",
		...(number % 3 === 0 ? { image: `clip-${number}.png` } : {}),
		...(number % 5 === 0 ? { description: `Somebody says something, number ${number}.` } : {}),
	};
}

/** Builds the tree of a data folder, without media, for a host that accepts it. */
export function buildInto(data: string, out: string, pages = "all"): Promise<ProcessCost> {
	return runScript(new URL("../../scripts/instants.ts", import.meta.url), [
		...["build", "--data", data, "--out", out, "--pages", pages],
		...["--media", "remote", "--max-files", "20000"],
		...["--host", "cloudflare", "--base-url", "http://localhost:3000"],
	]);
}

/** Builds the tree of a generated catalogue. Returns its folder. */
export async function buildTree(folder: string, size: number): Promise<string> {
	const [data, out] = [join(folder, "data"), join(folder, "tree")];
	writeCatalogue(data, size);
	await buildInto(data, out);
	return out;
}
