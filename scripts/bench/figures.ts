/** Figures of a benchmark: percentiles, what a process costs, and tables for a terminal. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** CPU time of a task, user and system, in milliseconds. */
export async function cpuOf(task: () => unknown): Promise<number> {
	const start = process.cpuUsage();
	await task();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1000;
}

/** What a whole process cost. */
export interface ProcessCost {
	/** User and system time, in seconds. */
	readonly cpu: number;
	/** The largest resident set, in bytes. */
	readonly memory: number;
}

const REPORT = new URL("report-usage.mjs", import.meta.url).href;

/** Runs a script of this repository in a process of its own. Throws when it fails. */
export function runScript(script: string, args: readonly string[]): Promise<ProcessCost> {
	const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
	const typescript = script.endsWith(".ts") ? ["--import", "tsx"] : [];
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
			if (code !== 0 || usage === undefined)
				return reject(new Error(`${script} ended with ${code}`));
			const { userCPUTime, systemCPUTime, maxRSS } = usage;
			resolve({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 });
		});
	});
}

/** The median of the CPU time, and the most memory, of several runs. */
export async function typicalCost(
	task: () => Promise<ProcessCost>,
	runs = 5,
): Promise<ProcessCost> {
	const costs: ProcessCost[] = [];
	for (let i = 0; i < runs; i++) costs.push(await task());
	const cpu = percentile(
		costs.map((cost) => cost.cpu),
		0.5,
	);
	return { cpu, memory: Math.max(...costs.map(({ memory }) => memory)) };
}

/** The value below which a share of the figures lie, by nearest rank. */
function percentile(figures: readonly number[], share: number): number {
	const sorted = figures.toSorted((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(figures: readonly number[]): number {
	return percentile(figures, 0.5);
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
