/** Compares Instants with its alternatives, in one run: the same machine, clips and requests. */
import { rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { freePort, startServer } from "../../hosts/server.ts";
import { writeCatalogue } from "../catalogue.ts";
import { bestLoads, FILE, LISTING, type Load, searches, startNginx, startOurs } from "../load.ts";
import { benchBuilds, treeOf } from "./builds.ts";
import { figuresPage, type Row, type SizeFigures, short } from "./figures-page.ts";
import { benchFirstSearches } from "./first-search.ts";
import { installPeers, NODE, SITES, versioned } from "./packages.ts";

const measured: SizeFigures[] = [];

/** Runs the comparison at one size, and writes the page of figures with all sizes that this run has measured. */
export async function benchPeers(folder: string, size: number): Promise<void> {
	await installPeers();
	const clips = writeCatalogue(join(folder, "data"), size);
	const builds = benchBuilds(folder, clips);
	const ours = treeOf(folder, "Instants");
	const pagefind = treeOf(folder, versioned("pagefind"));
	const firstSearches = await benchFirstSearches({ ours, pagefind }, size);
	// Otherwise, Pagefind's many files would stay in the system's cache while the servers are measured.
	rmSync(pagefind, { recursive: true });
	const answers = await benchAnswers(folder, ours, clips, size);
	measured.push({ clips: size, builds, answers, firstSearches });
	const date = new Date().toISOString().slice(0, 10);
	const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? "a processor"}`;
	const page = figuresPage(date, machine, measured);
	writeFileSync(new URL("../FIGURES.md", import.meta.url), page);
	console.log(page);
}

/** Measures our server file, a server with a database, and nginx with a bare file. */
async function benchAnswers(
	folder: string,
	tree: string,
	clips: string,
	size: number,
): Promise<Row[]> {
	const PORT = String(await freePort());
	const env = { PORT, CLIPS: clips };
	const sqlite = await startServer(NODE, [join(SITES, "sqlite-server.mjs")], Number(PORT), env);
	const [ours, nginx] = [await startOurs(folder, tree), await startNginx(folder, tree)];
	const words = [1, 2].flatMap((count) => searches(size, count));
	const targets = [
		{ name: "Instants", server: ours, paths: [LISTING, words] },
		{ name: `${versioned("fastify")} with SQLite (FTS5)`, server: sqlite, paths: [LISTING, words] },
		{ name: "nginx, a bare file", server: nginx, paths: [[FILE]] },
	].flatMap((target) => [undefined, "br"].map((accept) => ({ ...target, accept })));
	const loads = bestLoads(
		folder,
		targets.flatMap(({ server, paths, accept }) =>
			paths.map((paths) => ({ server, paths, accept })),
		),
	);
	await Promise.all([ours, sqlite, nginx].map(({ stop }) => stop()));
	return targets.map(({ name, paths, accept = "–" }) => {
		const [listing, search] = loads.splice(0, paths.length);
		return {
			...{ server: name, accepts: accept },
			...cells("listing", listing),
			...cells("search", search),
		};
	});
}

function cells(title: string, load: Load | undefined): Row {
	return {
		[`${title}, a second`]: load === undefined ? "–" : short(load.rate),
		[`${title}, µs`]: load === undefined ? "–" : short(load.cpu),
	};
}
