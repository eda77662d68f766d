/** Large generated catalogues for benchmarks, and the trees of them. */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatedNames, generatedTags } from "../../test/fixtures/generated-names.ts";
import { type ProcessCost, runScript } from "./figures.ts";

/** Does the work in a folder that is deleted afterwards. */
export async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "instants-bench-"));
	try {
		await work(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The record of a generated clip. */
export function generatedRecord(
	name: string,
	number: number,
	tags: readonly string[] = [],
): Record<string, unknown> {
	return {
		name,
		slug: `clip-${number}`,
		sound: `clip-${number}.mp3`,
		color: "FF8800",
		...(number % 3 === 0 ? { image: `clip-${number}.png` } : {}),
		...(number % 5 === 0 ? { description: `Somebody says something, number ${number}.` } : {}),
		...(tags.length > 0 ? { tags: tags.join(", ") } : {}),
	};
}

/** Writes a catalogue of so many clips, with changes to some records by number. Returns its folder. */
export function writeCatalogue(
	folder: string,
	size: number,
	hasTags = false,
	changes: ReadonlyMap<number, Record<string, unknown>> = new Map(),
): string {
	mkdirSync(folder, { recursive: true });
	const file = openSync(join(folder, "clips.ndjson"), "w");
	const names = generatedNames(size);
	for (let start = 0; start < size; start += 10_000) {
		const lines = names.slice(start, start + 10_000).map((name, i) => {
			const number = start + i;
			const tags = hasTags ? generatedTags(number) : [];
			return `${JSON.stringify(changes.get(number) ?? generatedRecord(name, number, tags))}\n`;
		});
		writeSync(file, lines.join(""));
	}
	for (const [number, record] of changes) {
		if (number >= size) writeSync(file, `${JSON.stringify(record)}\n`);
	}
	closeSync(file);
	return folder;
}

/** What a build is told about a generated catalogue: a host that takes the tree, and no media. */
const BUILD_OPTIONS = [
	...["--media", "remote", "--max-files", "20000"],
	...["--host", "cloudflare", "--base-url", "http://localhost:3000"],
];

/** Builds the tree of a data folder, with or without precomputed pages. */
export function buildInto(
	data: string,
	out: string,
	pages: "all" | "none" = "all",
): Promise<ProcessCost> {
	const args = ["build", "--data", data, "--out", out, "--pages", pages, ...BUILD_OPTIONS];
	return runScript("scripts/instants.ts", args);
}

/** Builds the tree of a generated catalogue. Returns its folder. */
export async function buildTree(folder: string, size: number, hasTags = false): Promise<string> {
	const data = writeCatalogue(join(folder, "data"), size, hasTags);
	const out = join(folder, "tree");
	await buildInto(data, out);
	return out;
}
