/** Helpers for the figures of a benchmark: percentiles, the cost of a process, and tables for a terminal. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The cost of a whole process. */
export interface ProcessCost {
	/** User and system time, in seconds. */
	readonly cpu: number;
	/** The largest resident set, in bytes. */
	readonly memory: number;
}

/** Preloaded into a measured process, to report its cost. The IPC channel must not keep the process alive. */
const REPORT = `data:text/javascript,${encodeURIComponent(
	`process.on("exit", () => process.send(process.resourceUsage())); process.channel.unref();`,
)}`;

/** Runs a script in a new process. Throws if it fails. */
export function runScript(script: URL, args: readonly string[]): Promise<ProcessCost> {
	const path = fileURLToPath(script);
	const typescript = path.endsWith(".ts") ? ["--import", "tsx"] : [];
	const child = spawn(process.execPath, [...typescript, "--import", REPORT, path, ...args], {
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	return new Promise((resolve, reject) => {
		let usage: NodeJS.ResourceUsage | undefined;
		child.on("message", (message) => {
			usage = message as NodeJS.ResourceUsage;
		});
		child.on("error", reject);
		child.on("exit", (code) => {
			if (code !== 0 || usage === undefined) return reject(new Error(`${path} ended with ${code}`));
			const { userCPUTime, systemCPUTime, maxRSS } = usage;
			resolve({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 });
		});
	});
}

/** The median CPU time and the peak memory of five runs. */
export async function typicalCost(task: () => Promise<ProcessCost>): Promise<ProcessCost> {
	const costs: ProcessCost[] = [];
	for (let i = 0; i < 5; i++) costs.push(await task());
	return {
		cpu: median(costs.map(({ cpu }) => cpu)),
		memory: Math.max(...costs.map(({ memory }) => memory)),
	};
}

/** A percentile of the figures, by the nearest-rank method. */
function percentile(figures: readonly number[], share: number): number {
	const sorted = figures.toSorted((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(figures: readonly number[]): number {
	return percentile(figures, 0.5);
}

/** p50, p99 and the maximum, as text. */
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
