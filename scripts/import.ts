/** `instants import`: adds sounds from folders, or the clips of another site, to a catalogue. */
import type { Command } from "commander";
import { type MissingMedium, TAG_SOURCES } from "./authoring/candidates.ts";
import {
	type FolderOptions,
	type Import,
	importCatalogue,
	importFolders,
} from "./authoring/clip-import.ts";
import { readHoldings } from "./authoring/holdings.ts";
import type { ImportPlan } from "./authoring/import-plan.ts";
import { problemLine } from "./catalogue/problems.ts";
import { interruptible } from "./console/interrupt.ts";
import { listOf } from "./console/options.ts";
import type { Progress } from "./console/progress.ts";
import { clipsText, listedLines, printable, shown } from "./console/text.ts";
import { UsageError } from "./console/user-error.ts";
import type { MediaField } from "./contract/instant.ts";
import { otherOrigins } from "./download/addresses.ts";
import { EXIT } from "./download/errors.ts";
import { DEFAULTS } from "./mirror/options.ts";
import { type Failure, failureText } from "./mirror/provenance.ts";

interface ImportFlags extends FolderOptions {
	readonly data: string;
	readonly followOrigin: readonly string[];
}

/** The heading for clips of another site. */
const LEFT_OUT = "Left out, because the source lacks their sounds or they are not valid";

interface Imported {
	readonly plan: Import;
	/** Everything that could not be imported, and why, under its heading. */
	readonly gaps: Readonly<Record<string, readonly string[]>>;
}

export function define(command: Command): void {
	command
		.argument("<sources...>", "folders or MP3s, or the URL of a published tree or a live server")
		.option("--data <folder>", "the catalogue", "data")
		.option("--dry-run", "show what would be added, and write nothing")
		.option(
			"--tags <sources>",
			`tag new clips with the name of the sound's folder, its genre, or both: ${TAG_SOURCES.join(",")}`,
			listOf(TAG_SOURCES),
		)
		.option(
			"--convert",
			"turn other sounds, such as WAV, OGG, FLAC and M4A, into MP3 with ffmpeg, which must be installed; those with an MP3 of the same name beside them are left out",
		)
		.option(
			"--skip",
			"leave out what cannot be imported, such as files that do not begin as MP3s, and list it",
		)
		.option(
			"--follow-origin <url>",
			"fetch the media of a URL from this origin too; may be repeated",
			otherOrigins,
			DEFAULTS.followOrigin,
		)
		.action(async (sources: string[], given: ImportFlags) => {
			const { plan, gaps } = await interruptible(`${given.data} is unchanged`, (signal, progress) =>
				imported(sources, given, signal, progress),
			);
			printPlan(plan, given.dryRun === true);
			printChanges(plan);
			const lost = gaps[LEFT_OUT];
			if (lost !== undefined) console.log(totalLine(plan, lost.length));
			for (const problem of plan.unmeasured) {
				console.error(`warning: not measured: ${problemLine(problem)}`);
				process.exitCode = 1;
			}
			for (const [heading, lines] of Object.entries(gaps)) {
				if (lines.length === 0) continue;
				console.error(`${heading} (${lines.length}):`);
				for (const line of lines) console.error(`    ${printable(line)}`);
				process.exitCode = EXIT.partial;
			}
		});
}

async function imported(
	sources: readonly string[],
	{ data, followOrigin, ...flags }: ImportFlags,
	signal: AbortSignal,
	progress: Progress,
): Promise<Imported> {
	const options = { ...flags, onProgress: progress.show };
	const url = sources.find((source) => /^https?:\/\//i.test(source));
	if (url === undefined) {
		const plan = await importFolders(data, sources, options);
		const skipped = plan.skipped.map(problemLine);
		return { plan, gaps: { "Left out, because they cannot be imported": skipped } };
	}
	if (sources.length > 1) throw new UsageError(`${url}: import a URL by itself`);
	const { skip, convert, tags } = flags;
	const wrong = skip ? "--skip" : convert ? "--convert" : tags && "--tags";
	if (wrong) throw new UsageError(`${wrong}: is for folders; ${url} is a URL; leave ${wrong} out`);
	// A faulty catalogue must fail before the first request.
	await readHoldings(data);
	const { withCrawledData } = await import("./mirror/mirror.ts");
	const request = { url, followOrigin, report: progress, signal };
	return await withCrawledData(request, async (crawled, failed) => {
		const plan = await importCatalogue(data, crawled, options);
		return { plan, gaps: gapsOf(plan.missing, failed) };
	});
}

/** One line for each clip, although its row and its sound may both have failed. */
function gapsOf(missing: readonly MissingMedium[], failed: readonly Failure[]): Imported["gaps"] {
	const rows = failed.filter(({ row }) => row !== undefined);
	const others = new Map(
		failed
			.filter(({ row }) => row === undefined)
			.map((failure) => [failure.url ?? failure.what, failureText(failure)]),
	);
	for (const { url = "" } of rows) others.delete(url);
	const linesOf = (field: MediaField): string[] =>
		missing
			.filter((medium) => medium.field === field)
			.map(({ slug, value }) => `${slug}: ${others.get(value) ?? `${value}: is not there`}`);
	const [sounds, images] = [linesOf("sound"), linesOf("image")];
	for (const { value } of missing) others.delete(value);
	return {
		[LEFT_OUT]: [...rows.map(failureText), ...sounds],
		"Added without their image": images,
		"Missing from the source": [...others.values()],
	};
}

function totalLine({ additions, known, removed }: ImportPlan, lost: number): string {
	const [added, there, before] = [additions.length, known.length, removed.length];
	const total = clipsText(added + there + before + lost);
	return `Of ${total}: ${added} added, ${there} already there, ${before} removed before, ${lost} left out`;
}

/** Lists the fields that differ from those at the source. */
function printChanges({ additions }: ImportPlan): void {
	const lines = additions.flatMap(({ from, changes }) =>
		changes.map((change) => `  ${from}  ${change.field}  ${change.from} → ${change.to}`),
	);
	if (lines.length > 0) console.log(["Changed:", ...lines.map(printable)].join("\n"));
}

function printPlan({ additions, known, removed, file }: Import, dryRun: boolean): void {
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
		"Not added, because their clips were removed; to add one, take sha256 out of its removal record, and its file out of media/:",
	);
	for (const sound of removed) console.log(`  ${printable(sound)}`);
}
