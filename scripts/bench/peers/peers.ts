/** Measures Instants beside what people use for the same: one run, one machine, the same clips and requests. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type PeerFigures, type SizeFigures, withPeerSummary } from "../../site/docs/peers.ts";
import { inTemporaryFolder, writeCatalogue } from "../catalogue.ts";
import { benchAnswers } from "./answers.ts";
import { benchBuilds, treeOf } from "./builds.ts";
import { benchFirstSearches } from "./first-search.ts";
import { installPeers, versioned } from "./packages.ts";

const FILE = fileURLToPath(new URL("../../site/docs/peers.json", import.meta.url));
const README = fileURLToPath(new URL("../../../README.md", import.meta.url));

/** Measures at each size, prints, and writes the file that the documents are made from, and the README. */
export async function benchPeers(sizes: readonly number[]): Promise<void> {
	await installPeers();
	for (const size of sizes) {
		await inTemporaryFolder(async (folder) => write(await figuresOf(folder, size)));
	}
}

async function figuresOf(folder: string, size: number): Promise<SizeFigures> {
	const data = writeCatalogue(join(folder, "data"), size, false);
	const builds = benchBuilds(folder, data, size);
	console.table(builds);
	const ours = treeOf(folder, "Instants");
	const pagefind = treeOf(folder, versioned("pagefind"));
	const firstSearches = await benchFirstSearches({ ours, pagefind }, size);
	console.table(firstSearches);
	// So many files would stay in the memory that the servers are measured in.
	rmSync(pagefind, { recursive: true });
	const answers = await benchAnswers(folder, ours, join(data, "clips.ndjson"), size);
	console.table(answers.map(({ name, listing, search }) => ({ name, listing, ...search })));
	return { clips: size, builds, answers, firstSearches };
}

/** Keeps the figures of other sizes if they are of the same day and machine. */
function write(figures: SizeFigures): void {
	const date = new Date().toISOString().slice(0, 10);
	const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? "a processor"}`;
	const before: PeerFigures = JSON.parse(readFileSync(FILE, "utf8"));
	const isSame = before.date === date && before.machine === machine;
	const others = isSame ? before.sizes.filter(({ clips }) => clips !== figures.clips) : [];
	const sizes = [...others, figures].sort((a, b) => a.clips - b.clips);
	writeFileSync(FILE, `${JSON.stringify({ date, machine, sizes }, null, "\t")}\n`);
	writeFileSync(README, withPeerSummary(readFileSync(README, "utf8")));
}
