/** `instants import`: adds sounds from folders, or the clips of another site, to a catalogue. */
import type { Command } from "commander";
import { TAG_SOURCES } from "./authoring/candidates.ts";
import { type FolderOptions, type Import, importFolders } from "./authoring/clip-import.ts";
import type { SiteImport } from "./authoring/site-import.ts";
import { problemLine } from "./catalogue/problems.ts";
import { interruptible } from "./console/interrupt.ts";
import { listOf, wholeNumber } from "./console/options.ts";
import type { Progress } from "./console/progress.ts";
import { clipsText, listedLines, printable, shown } from "./console/text.ts";
import { UsageError } from "./console/user-error.ts";
import { otherOrigins } from "./download/addresses.ts";
import { HTTP_DEFAULTS } from "./download/defaults.ts";
import { EXIT } from "./download/errors.ts";

interface ImportFlags extends FolderOptions {
	readonly data: string;
	readonly followOrigin: readonly string[];
	readonly maxGigabytes: number;
}

interface Imported {
	readonly plan: Import & Partial<SiteImport>;
	/** Everything that could not be imported, and why, by heading. */
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
			"convert other audio files, such as WAV, OGG, FLAC and M4A, to MP3 with ffmpeg, which must be installed; files with an MP3 of the same name next to them are left out",
		)
		.option("--skip", "skip files that cannot be imported, and list them")
		.option(
			"--follow-origin <url>",
			"when importing a URL, fetch media from this origin too; may be repeated",
			otherOrigins,
			HTTP_DEFAULTS.followOrigin,
		)
		.option(
			"--max-gigabytes <n>",
			"the download limit per run, in GB",
			wholeNumber(1, 1_000_000),
			HTTP_DEFAULTS.maxGigabytes,
		)
		.action(async (sources: string[], given: ImportFlags) => {
			const stays =
				given.dryRun || urlIn(sources) === undefined ? "is unchanged" : "keeps what was added";
			const { plan, gaps } = await interruptible(`${given.data} ${stays}`, (signal, progress) =>
				imported(sources, given, signal, progress),
			);
			printPlan(plan, given.dryRun === true);
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

function urlIn(sources: readonly string[]): string | undefined {
	return sources.find((source) => /^https?:\/\//i.test(source));
}

async function imported(
	sources: readonly string[],
	{ data, followOrigin, maxGigabytes, ...flags }: ImportFlags,
	signal: AbortSignal,
	report: Progress,
): Promise<Imported> {
	const url = urlIn(sources);
	if (url === undefined) {
		const plan = await importFolders(data, sources, {
			...flags,
			onProgress: report.show,
			signal,
		});
		const skipped = plan.skipped.map(problemLine);
		return { plan, gaps: { "Left out, because they cannot be imported": skipped } };
	}
	if (sources.length > 1) throw new UsageError(`${url}: import each URL separately`);
	const { skip, convert, tags, dryRun } = flags;
	const wrong = skip ? "--skip" : convert ? "--convert" : tags && "--tags";
	if (wrong) throw new UsageError(`${wrong}: is for folders; ${url} is a URL; leave ${wrong} out`);
	// Loaded only here, because the code that sends requests takes longer to load than everything else.
	const { importSite } = await import("./authoring/site-import.ts");
	const request = { url, followOrigin, maxGigabytes, dryRun, report, signal };
	const plan = await importSite(data, request);
	const { clips, images, others } = plan.lacking;
	return {
		plan,
		gaps: {
			"Left out, because they are invalid or the source lacks their sounds": clips,
			"Added without their image": images,
			"Missing from the source": others,
		},
	};
}

function printPlan(
	{ additions, known, removed, file, differing, unlisted = [] }: Imported["plan"],
	dryRun: boolean,
): void {
	console.log(`${dryRun ? "Would add" : "Added"} ${clipsText(additions.length)} to ${file}`);
	for (const { record, from } of additions) {
		console.log(`  ${record.slug} ${shown(record.name)} from ${printable(from)}`);
	}
	// A clip that has the same slug here as on the other site needs no line.
	const others = known.filter(({ from, clip }) => from !== clip);
	const copies = others.map(({ from, clip }) => `${from} is the sound of ${clip}`);
	const isSite = differing !== undefined;
	const hint =
		"; to add a clip again, delete sha256 from its removal record, and its file from media/";
	const list = (count: number, heading: string, lines: readonly string[]): void => {
		if (count > 0) console.log([heading, ...lines].join("\n"));
	};
	list(known.length, `Already there: ${known.length}`, listedLines(copies));
	list(
		removed.length,
		`Skipped, because they were removed earlier${isSite ? "" : hint}:`,
		removed.map((sound) => `  ${printable(sound)}`),
	);
	const changed = changeLines(additions.map(({ from, changes }) => ({ slug: from, changes })));
	list(changed.length, "Changed (source → here):", changed);
	const different = changeLines(differing);
	list(different.length, "Different at the source, and not changed (source → here):", different);
	const kept = `Not at the source, and kept in ${file}: ${unlisted.length}`;
	list(unlisted.length, kept, listedLines(unlisted));
}

/** A line for each field that differs at the source. */
function changeLines(clips: SiteImport["differing"] = []): string[] {
	const text = (value: unknown): string => ((value ?? "") === "" ? "none" : shown(value));
	return clips.flatMap(({ slug, changes }) =>
		changes.map(({ field, from, to }) => `  ${slug}  ${field}  ${text(from)} → ${text(to)}`),
	);
}
