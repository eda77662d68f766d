/** Figures of a benchmark: percentiles, CPU time, and tables for a terminal. */

/** CPU time of a task, user and system, in milliseconds. */
export async function cpuOf(task: () => unknown): Promise<number> {
	const start = process.cpuUsage();
	await task();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1000;
}

/** The value below which a share of the figures lie, by nearest rank. */
export function percentile(figures: readonly number[], share: number): number {
	const sorted = figures.toSorted((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** p50, p99 and the largest, as text. */
export function spread(figures: readonly number[], digits = 0): string {
	const shown = [percentile(figures, 0.5), percentile(figures, 0.99), Math.max(...figures)];
	return shown.map((figure) => figure.toFixed(digits)).join(" / ");
}

/** Prints labelled lines. */
export function printFigures(title: string, lines: readonly (readonly [string, string])[]): void {
	const width = Math.max(...lines.map(([label]) => label.length));
	console.log(`\n${title}`);
	for (const [label, text] of lines) console.log(`  ${label.padEnd(width)}  ${text}`);
}
