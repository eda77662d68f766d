/** Measures how many requests a second the server file answers, beside nginx with one worker. */
import { buildTree } from "./catalogue.ts";
import { printFigures } from "./figures.ts";
import { bestRates, FILE, LISTING, searches, startNginx, startOurs } from "./load.ts";

export async function benchServers(folder: string, size: number): Promise<void> {
	const tree = await buildTree(folder, size);
	const [nginx, ours] = [await startNginx(folder, tree), await startOurs(folder, tree)];
	const targets = [
		{ title: "nginx, a bare file", server: nginx, paths: [FILE] },
		{ title: "a file", server: ours, paths: [FILE] },
		{ title: "listing", server: ours, paths: LISTING },
		{ title: "listing, compressed", server: ours, paths: LISTING, accept: "br" },
		{ title: "search of one or two words", server: ours, paths: searches(size) },
	];
	const rates = bestRates(folder, targets);
	await Promise.all([nginx.stop(), ours.stop()]);
	const [most = 1] = rates;
	printFigures(
		`${size} clips; requests a second, and as a part of nginx`,
		targets.map(({ title }, i) => {
			const rate = rates[i] ?? 0;
			return [title, `${rate.toFixed(0)}, ${(rate / most).toFixed(2)}`];
		}),
	);
}
