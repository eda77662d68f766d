/** Measures what the server file's answers cost, beside nginx with one worker. */
import { buildTree } from "./catalogue.ts";
import { printFigures } from "./figures.ts";
import { bestLoads, FILE, LISTING, searches, startNginx, startOurs, type Target } from "./load.ts";

export async function benchServers(folder: string, size: number): Promise<void> {
	const tree = await buildTree(folder, size);
	const [nginx, server] = [await startNginx(folder, tree), await startOurs(folder, tree)];
	const ours: readonly (readonly [string, readonly string[]])[] = [
		["a file", [FILE]],
		["listing", LISTING],
		["search of one word", searches(size, 1)],
		["search of two words", searches(size, 2)],
	];
	const targets: (Target & { title: string })[] = [
		{ title: "nginx, a bare file", server: nginx, paths: [FILE] },
		...ours.flatMap(([title, paths]) =>
			[undefined, "br"].map((accept) => ({
				title: accept === undefined ? title : `${title}, ${accept}`,
				...{ server, paths, accept },
			})),
		),
	];
	const loads = bestLoads(folder, targets);
	await Promise.all([nginx.stop(), server.stop()]);
	const [most = { rate: 1, cpu: 1 }] = loads;
	printFigures(
		`${size} clips; answers a second, CPU of an answer, and these as multiples of nginx`,
		targets.map(({ title }, i) => {
			const { rate, cpu } = loads[i] ?? most;
			const multiples = [rate / most.rate, cpu / most.cpu].map((part) => part.toFixed(2));
			return [title, `${rate.toFixed(0)}, ${cpu.toFixed(0)} µs; ${multiples.join(", ")}`];
		}),
	);
}
