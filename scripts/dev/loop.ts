/**
 * Builds a catalogue, serves it, and builds it again whenever it changes. It builds into a temporary folder,
 * because the tree in `dist/` may have been built for a host, with links to the host's URL.
 */
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { watch } from "chokidar";
import { CatalogueError } from "../catalogue/problems.ts";
import { temporaryFolder } from "../console/temporary-folder.ts";
import { clipsText, printable } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";
import { stopSignal, type TreeServer } from "../hosts/server/http-server.ts";
import { type PreviewOptions, printServed, startPreview } from "../hosts/server/preview.ts";
import { defaultBaseUrl, readAndPublish } from "../publish/build-command.ts";
import { type BuildOptions, MAX_FILES } from "../publish/build-options.ts";
import { LivePages } from "./live-pages.ts";

export interface LoopOptions
	extends PreviewOptions,
		Pick<BuildOptions, "data" | "media" | "mediaUrl"> {}

/**
 * How many milliseconds without a change must pass before a build: programs save several files at once, or one
 * file in several steps.
 */
const QUIET = 50;

/**
 * Runs until Ctrl-C or SIGTERM stops it. If the catalogue has problems, these are reported, and the last
 * successful build is served. Throws a UserError if the first build fails for another reason, or the server
 * cannot start.
 */
export async function develop({ port, listen, ...where }: LoopOptions): Promise<void> {
	const stopping = new AbortController();
	stopSignal().then(() => stopping.abort());
	const { signal } = stopping;
	const { data } = where;
	const baseUrl = defaultBaseUrl(process.env);
	const { folder, remove } = temporaryFolder("dev");
	const out = join(folder, "tree");
	const options = {
		...where,
		out,
		baseUrl,
		maxFiles: MAX_FILES,
		// The server needs no precomputed pages, and a build with all of them takes twice as long.
		pages: "none",
		order: "first",
		allowEmpty: true,
		hosts: [],
	} as const;
	const pages = new LivePages();
	let server: TreeServer | undefined;
	/** The id of the last successful build. */
	let id = "";
	try {
		for await (const isFirst of changesOf(data, signal)) {
			const { problems, ...built } = await build(options, isFirst, signal);
			id = built.id ?? id;
			pages.show({ build: id, problems });
			if (problems !== "") console.error(`Waiting for changes in ${data}.`);
			if (server !== undefined || id === "") continue;
			server = await startPreview(out, port, listen, pages);
			printServed(data, server);
		}
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		pages.close();
		await server?.stop();
		remove();
	}
}

/** Yields true immediately, and false after each change. Changes made while the caller is busy count as one. */
async function* changesOf(folder: string, signal: AbortSignal): AsyncGenerator<boolean> {
	const watcher = watch(folder, { ignoreInitial: true });
	try {
		// If a file is saved while it is being read, that change must not be missed.
		await once(watcher, "ready", { signal });
		let hasChanged = false;
		watcher.on("all", () => {
			hasChanged = true;
		});
		yield true;
		for (;;) {
			if (!hasChanged) await once(watcher, "all", { signal });
			await setTimeout(QUIET, undefined, { signal });
			hasChanged = false;
			yield false;
		}
	} finally {
		await watcher.close();
	}
}

/** Builds and prints the result. Returns the id of the build, or a report of what is wrong with the catalogue. */
async function build(
	options: BuildOptions,
	isFirst: boolean,
	signal: AbortSignal,
): Promise<{ id?: string; problems: string }> {
	const start = performance.now();
	try {
		const { pointer } = await readAndPublish(options, signal);
		const seconds = (performance.now() - start) / 1000;
		console.log(`Built ${clipsText(pointer.count)} in ${seconds.toFixed(1)} s`);
		return { id: pointer.build, problems: "" };
	} catch (error) {
		signal.throwIfAborted();
		// The next change may fix it, for example if a file was deleted while it was read.
		if (isFirst && !(error instanceof CatalogueError)) throw error;
		const report = error instanceof UserError ? error.report : String(error);
		console.error(report.split("\n").map(printable).join("\n"));
		return { problems: report };
	}
}
