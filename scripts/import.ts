/** `instants import`: adds sounds from folders, or the clips of another site, to a catalogue. */
import { type Command, InvalidArgumentError } from "commander";
import { TAG_SOURCES, type TagSource } from "./authoring/candidates.ts";
import { importCatalogue, importedFile, importFolders } from "./authoring/clip-import.ts";
import type { ImportPlan } from "./authoring/import-plan.ts";
import { problemLine } from "./catalogue/problems.ts";
import { interruptible } from "./console/interrupt.ts";
import { baseUrl } from "./console/options.ts";
import { type Progress, progressBar } from "./console/progress.ts";
import { clipsText, printable, shown } from "./console/text.ts";
import { UsageError } from "./console/user-error.ts";
import { EXIT } from "./mirror/errors.ts";
import { withCrawledData } from "./mirror/mirror.ts";
import { DEFAULTS } from "./mirror/run.ts";
import { listedLines } from "./mirror/summaries.ts";

interface Given {
	data: string;
	dryRun?: boolean;
	skip?: boolean;
	tags?: readonly TagSource[];
	followOrigin: readonly string[];
}

interface Imported {
	readonly plan: ImportPlan;
	/** Why some of the source is left out. */
	readonly leftOut: readonly string[];
}

export function define(command: Command): void {
	command
		.argument(
			"<sources...>",
			"folders with MP3s, or MP3s, or the URL of a published tree or a live server",
		)
		.option("--data <folder>", "the catalogue", "data")
		.option("--dry-run", "show what would be added, and write nothing")
		.option(
			"--tags <sources>",
			`tag new clips with the name of the sound's folder, its genre, or both: ${TAG_SOURCES.join(",")}`,
			tagSources,
		)
		.option("--skip", "leave out files that are no whole MP3s, and list them")
		.option(
			"--follow-origin <url>",
			"fetch the media of a URL from this origin too; may be repeated",
			(url: string, others: readonly string[]) => [...others, baseUrl(url)],
			DEFAULTS.followOrigin,
		)
		.action(async (sources: string[], given: Given) => {
			const progress = progressBar();
			const { plan, leftOut } = await interruptible(`${given.data} is unchanged`, (signal) =>
				imported(sources, given, signal, progress),
			).finally(progress.stop);
			printPlan(plan, importedFile(given.data), given.dryRun === true);
			for (const note of plan.notes) console.error(`note: ${problemLine(note)}`);
			for (const problem of plan.unmeasured) {
				console.error(`warning: not measured: ${problemLine(problem)}`);
				process.exitCode = 1;
			}
			if (leftOut.length === 0) return;
			console.error("Left out, because the source does not have it as it should be:");
			console.error(leftOut.map((line) => `    ${printable(line)}`).join("\n"));
			process.exitCode = EXIT.partial;
		});
}

function tagSources(text: string): readonly TagSource[] {
	const named = text.split(",").map((word) => word.trim());
	const known = TAG_SOURCES.filter((source) => named.includes(source));
	if (named.length === known.length) return known;
	throw new InvalidArgumentError(`It must be ${TAG_SOURCES.join(", ")}, or both with a comma.`);
}

async function imported(
	sources: readonly string[],
	{ data, dryRun = false, skip = false, tags, followOrigin }: Given,
	signal: AbortSignal,
	progress: Progress,
): Promise<Imported> {
	const options = { dryRun, signal, onProgress: progress.show };
	const url = sources.find((source) => /^https?:\/\//i.test(source));
	if (url === undefined) {
		const plan = await importFolders(data, sources, { ...options, skip, tags: tags ?? [] });
		return { plan, leftOut: plan.skipped.map(problemLine) };
	}
	if (sources.length > 1) throw new UsageError(`${url}: import a URL by itself`);
	const wrong = skip ? "--skip" : tags && "--tags";
	if (wrong) throw new UsageError(`${wrong}: is for folders; ${url} is a URL; leave ${wrong} out`);
	const note = (message: string): void => {
		progress.stop();
		console.error(`instants: ${printable(message)}`);
	};
	const report = { progress: progress.show, note };
	return await withCrawledData(
		{ url: url, followOrigin, report, signal },
		async (crawled, failed) => ({
			plan: await importCatalogue(data, crawled, options),
			leftOut: failed.map(({ what, reason }) => `${what}: ${reason}`),
		}),
	);
}

function printPlan({ additions, known, removed }: ImportPlan, file: string, dryRun: boolean): void {
	const count = clipsText(additions.length);
	console.log(`${dryRun ? "Would add" : "Added"} ${count} to ${file}`);
	for (const { record, from } of additions) {
		console.log(`  ${record.slug} ${shown(record.name)} from ${printable(from)}`);
	}
	if (known.length > 0) {
		const lines = known.map(({ from, clip }) => `${from} is the sound of ${clip}`);
		console.log([`Already there: ${known.length}`, ...listedLines(lines)].join("\n"));
	}
	if (removed.length === 0) return;
	console.log(
		"Left out, because their clips were removed; to add one, take sha256 out of its removal record, and its file out of media/:",
	);
	for (const sound of removed) console.log(`  ${printable(sound)}`);
}
