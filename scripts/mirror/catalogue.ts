/** Mirrors the catalogue of a live server: into a data folder that `npm run build` accepts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCatalogue } from "../catalogue/catalogue.ts";
import type { FileEntry } from "../tree/manifest.ts";
import { logIn, logInMemory } from "./append-log.ts";
import { catalogueFile } from "./catalogue-file.ts";
import { crawl } from "./crawl.ts";
import type { Page } from "./crawl-page.ts";
import type { MediaFile } from "./crawled-clip.ts";
import { crawledClips } from "./crawled-clips.ts";
import {
	fetchMedia,
	type MediaResult,
	refuseForeignMedia,
	type StagedMedia,
} from "./crawled-media.ts";
import { mediaOf } from "./crawled-media-files.ts";
import type { Outcome } from "./events.ts";
import { stateOf } from "./hash-file.ts";
import { entryOf } from "./holding.ts";
import { LOGS } from "./layout.ts";
import { carryOver, pathsOf, refuseLoss } from "./own-files.ts";
import { prune } from "./prune.ts";
import type { MirrorRecord } from "./record.ts";
import type { Run } from "./run.ts";
import { exchange, updateHeld } from "./workspace.ts";

/** The one catalogue file of a crawled data folder. */
const CLIPS = "instants.ndjson";

/** What `build` shows as a picture; see catalogue/media.ts. */
const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg)$/i;

/** Throws a MirrorError or a CatalogueError; then what is in the folder is untouched. */
export async function mirrorCatalogue(run: Run, first: Page): Promise<Outcome> {
	const { source, workspace, holding, record, options, tell } = run;
	const withMedia = options.media ?? record?.media ?? true;
	const log = <T>(name: string) =>
		options.dryRun ? logInMemory<T>() : logIn<T>(join(workspace.folder, name), first.url);
	const pages = log<Page>(LOGS.pages);
	const all = await crawl({ source, url: new URL(first.url), log: pages, tell }, first);
	const clips = crawledClips(all, withMedia);
	const media = withMedia ? mediaOf(clips).filter(isFit) : [];
	refuseForeignMedia(source, media);
	const paths = new Set([CLIPS, ...media.map(({ path }) => path)]);
	const own = pathsOf(holding.own);
	if (!options.delete) refuseLoss(holding.own, [...paths], workspace.name);

	const outcome = (status: Outcome["status"], done: Partial<Outcome>): Outcome => {
		const gone = [...holding.files.keys()].filter((path) => !paths.has(path));
		return {
			status,
			kind: "catalogue",
			count: clips.length,
			media: withMedia,
			fetched: 0,
			bytes: 0,
			kept: 0,
			deleted: [...gone, ...(options.delete ? own : [])].sort(),
			own: options.delete ? 0 : own.length,
			withheld: [],
			requests: source.requests,
			warnings: [],
			...done,
		};
	};
	if (options.dryRun) {
		const fetched = media.filter(({ path }) => !holding.files.has(path)).length;
		return outcome("dry run", { fetched, kept: media.length - fetched });
	}
	prune(workspace.staging, paths);
	const stagedLog = log<StagedMedia>(LOGS.media);
	const result = await fetchMedia({ ...run, media, log: stagedLog });
	const text = catalogueFile(clips, (path) => result.staged.has(path));
	const files = [entryOf(CLIPS, text), ...[...result.staged.values()].map(fileOf)];
	for (const path of paths) if (path !== CLIPS && !result.staged.has(path)) paths.delete(path);
	mkdirSync(workspace.staging, { recursive: true });
	writeFileSync(join(workspace.staging, CLIPS), text);
	// The very check that a build begins with.
	await readCatalogue(workspace.staging, { media: withMedia ? "local" : "remote" });
	source.signal.throwIfAborted();

	const next: MirrorRecord = {
		version: 1,
		kind: "catalogue",
		source: source.url.href,
		media: withMedia,
		validators: validators(result),
		withheld: [],
		files,
	};
	const { fetched, bytes } = result;
	const kept = media.length - result.unfit.size - fetched;
	const warnings = [...result.unfit].map(([path, reason]) => `${path} ${reason}`);
	const done = outcome("mirrored", { fetched, bytes, kept, warnings });
	if (done.deleted.length === 0 && (await isHeld(run, files))) {
		updateHeld(workspace, next);
		return { ...done, status: "unchanged" };
	}
	if (!options.delete) carryOver(workspace, holding.declared, [...paths]);
	exchange(workspace, next);
	return done;
}

/** Whether a build would take the file for what it is named; others keep their URL. */
function isFit({ path }: MediaFile): boolean {
	return path.startsWith("media/sounds/") || IMAGE.test(path);
}

function fileOf({ path, bytes, sha256 }: StagedMedia): FileEntry {
	return { path, bytes, sha256 };
}

function validators({ staged }: MediaResult): MirrorRecord["validators"] {
	const known = [...staged.values()].filter(
		({ validators: { etag, modified } }) => etag ?? modified,
	);
	return Object.fromEntries(
		known.map(({ path, sha256, validators: v }) => [path, { ...v, sha256 }]),
	);
}

async function isHeld({ workspace, record }: Run, files: readonly FileEntry[]): Promise<boolean> {
	const held = new Map(record?.files.map(({ path, sha256 }) => [path, sha256]));
	for (const entry of files) {
		if (held.get(entry.path) !== entry.sha256) return false;
		if ((await stateOf(join(workspace.live, entry.path), entry)) !== "whole") return false;
	}
	return true;
}
