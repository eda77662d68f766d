/** Mirrors the catalogue of a live server into a data folder that `npm run build` accepts. */
import { readCatalogue } from "../catalogue/catalogue.ts";
import { hasMediaName } from "../catalogue/media-type.ts";
import { assemble } from "./assembly.ts";
import { saveContent } from "./content-folder.ts";
import { crawl, type Page } from "./crawl.ts";
import { catalogueText, crawledClips, type MediaFile, mediaOf } from "./crawled-clips.ts";
import {
	type FetchedMedia,
	fetchMedia,
	type MediaResult,
	refuseForeignMedia,
} from "./crawled-media.ts";
import { type DeclaredFile, isIntact, textFile } from "./file-content.ts";
import { areLive, HeldFiles } from "./held-files.ts";
import { leftovers } from "./inventory.ts";
import { type MirrorRecord, openLog, writeRecord } from "./record.ts";
import type { Outcome, RunContext } from "./run-context.ts";
import { carryOver, refuseLoss } from "./user-files.ts";
import { switchToStaged } from "./workspace.ts";

/** The only catalogue file in a crawled data folder. */
const CLIPS = "instants.ndjson";

/** Throws a MirrorError or a CatalogueError; the files in the folder are then unchanged. */
export async function mirrorCatalogue(context: RunContext, first: Page): Promise<Outcome> {
	const { source, workspace, inventory, record, options, report } = context;
	const withMedia = options.media ?? record?.media ?? true;
	const pages = openLog<Page>(workspace.logs.pages, first.url);
	const allPages = await crawl({ source, url: new URL(first.url), log: pages, report }, first);
	const clips = crawledClips(allPages, withMedia);
	const media = withMedia ? mediaOf(clips).filter(isAccepted) : [];
	refuseForeignMedia(source, media);
	const paths = new Set([CLIPS, ...media.map(({ path }) => path)]);
	if (!options.delete) refuseLoss(inventory.own, [...paths], workspace.name);

	const outcome = (done: Pick<Outcome, "status" | "fetched" | "kept"> & Partial<Outcome>) => ({
		kind: "catalogue" as const,
		count: clips.length,
		media: withMedia,
		bytes: 0,
		made: 0,
		...leftovers(inventory, paths, options.delete),
		requests: source.http.requests,
		warnings: [],
		...done,
	});
	if (options.dryRun) {
		const fetched = media.filter(({ path }) => !inventory.files.has(path)).length;
		return outcome({ status: "dry run", fetched, kept: media.length - fetched });
	}
	const log = openLog<FetchedMedia>(workspace.logs.media, first.url);
	const result = await fetchMedia({ ...context, media, log });
	const { files, unusable, fetched, bytes } = result;
	for (const { path } of media) if (!files.has(path)) paths.delete(path);
	const text = catalogueText(clips, (path) => files.has(path));
	const newRecord: MirrorRecord = {
		version: 1,
		kind: "catalogue",
		media: withMedia,
		validators: validatorsByPath(result),
		files: [textFile(CLIPS, text), ...[...files.values()].map(withoutValidators)],
	};
	const done = outcome({
		status: "mirrored",
		fetched,
		bytes,
		kept: media.length - unusable.size - fetched,
		warnings: [...unusable].map(([path, reason]) => `${path} ${reason}`),
	});
	if (done.deleted.length === 0 && (await areLive(context, newRecord.files, isIntact))) {
		writeRecord(workspace.held, newRecord);
		return { ...done, status: "unchanged" };
	}
	await saveContent(workspace, [text]);
	const held = new HeldFiles(context);
	const places = new Map<string, string>();
	for (const file of newRecord.files) {
		const place = await held.find(file);
		if (place !== undefined) places.set(file.path, place);
	}
	assemble(workspace, places);
	// The same check that a build begins with.
	await readCatalogue(workspace.staging, { media: withMedia ? "local" : "remote" });
	if (!options.delete) carryOver(workspace, inventory.declared, [...paths]);
	source.signal.throwIfAborted();
	switchToStaged(workspace, newRecord);
	return done;
}

/** Clips keep the URLs of media that a build would refuse because of their names. */
function isAccepted({ path }: MediaFile): boolean {
	return hasMediaName(path.slice("media/".length));
}

function withoutValidators({ path, bytes, sha256 }: FetchedMedia): DeclaredFile {
	return { path, bytes, sha256 };
}

function validatorsByPath({ files }: MediaResult): MirrorRecord["validators"] {
	const entries = [...files.values()].flatMap(({ path, sha256, validators }) => {
		const { etag, modified } = validators;
		return (etag ?? modified) ? [[path, { ...validators, sha256 }] as const] : [];
	});
	return Object.fromEntries(entries);
}
