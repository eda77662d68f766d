/**
 * Adds the clips of another site to a catalogue, in the order of that site. Runs share no state except the
 * catalogue: a run that ends early has added the clips it fetched, and the next run fetches only the missing
 * ones.
 */

import { readFile } from "node:fs/promises";
import pMap from "p-map";
import type { Progress } from "../console/progress.ts";
import { clipsText } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";
import { withMedia } from "../contract/instant.ts";
import { siteUrl } from "../download/addresses.ts";
import { HTTP_DEFAULTS } from "../download/defaults.ts";
import { Http } from "../download/http.ts";
import { type Import, writeClips } from "./clip-import.ts";
import { type Snapshot, takeSnapshot } from "./file-edits.ts";
import { type Holdings, readHoldings } from "./holdings.ts";
import {
	type Candidate,
	type Change,
	changesOf,
	emptyPlan,
	type Given,
	planImport,
} from "./import-plan.ts";
import { lastFile } from "./record-text.ts";
import { checkedClip, type SiteClip } from "./site-clips.ts";
import { type Medium, SiteMedia } from "./site-media.ts";
import { rowsOf } from "./site-rows.ts";

export interface SiteRequest extends Partial<typeof HTTP_DEFAULTS> {
	readonly url: string;
	/** Fetch and plan everything, but write nothing. */
	readonly dryRun?: boolean | undefined;
	readonly report: Pick<Progress, "show" | "note">;
	readonly signal: AbortSignal;
}

export interface SiteImport extends Import {
	/** Lines that say which clips and images were skipped and why, and what else is wrong with the source. */
	readonly lacking: Readonly<Record<"clips" | "images" | "others", string[]>>;
	/** The existing clips whose fields differ at the source. */
	readonly differing: { readonly slug: string; readonly changes: readonly Change[] }[];
	/** The slugs of existing clips in the target file that the source does not list. */
	readonly unlisted: string[];
}

/** How many clips are added at a time. Each batch rewrites the file. */
const BATCH = 100;

interface Run {
	readonly request: SiteRequest;
	readonly result: SiteImport;
	readonly holdings: Holdings;
	/** The existing clips, by slug, and whether they are in the file to which new clips are added. */
	readonly ours: Map<string, { readonly fields: Given; readonly isInFile: boolean }>;
	readonly media: SiteMedia;
	/** The catalogue as this run last read or wrote it. */
	snapshot: Snapshot;
	/** How many of the additions have been written. */
	written: number;
}

/**
 * Adds the clips of a published tree or a live server, except clips that exist here under the same slug and name,
 * or were removed under the same slug. Changes no existing clip. If it throws a UserError, the clips added before
 * that stay.
 */
export async function importSite(dataDir: string, request: SiteRequest): Promise<SiteImport> {
	const { note } = request.report;
	const url = siteUrl(request.url);
	const snapshot = await takeSnapshot(dataDir);
	const file = await lastFile(dataDir);
	const ours: Run["ours"] = new Map();
	const holdings = await readHoldings(dataDir, (record, place) => {
		const fields = withMedia(record, ({ path }) => path);
		ours.set(record.slug, { fields, isInFile: place.file === file });
	});
	const lacking = { clips: [], images: [], others: [] };
	const result = { ...emptyPlan(), file, lacking, differing: [], unlisted: [] };
	const http = new Http({ ...HTTP_DEFAULTS, ...request, url, note });
	const media = new SiteMedia(http);
	const catalogue = { holdings, ours, snapshot, written: 0 };
	const run: Run = { request: { ...request, url }, result, media, ...catalogue };
	try {
		await takeAll(run, http);
		compare(run);
		return result;
	} catch (error) {
		const added = `${clipsText(run.written)} added to ${file} before this`;
		if (run.written > 0) note(`${added}; run the import again to resume`);
		throw error;
	} finally {
		await http.close();
		media.remove();
	}
}

/** Adds the new clips. Clips already fetched are added even if the run fails or is stopped. */
async function takeAll(run: Run, http: Http): Promise<void> {
	const { holdings, ours, request, result } = run;
	const { report, url } = request;
	const { known, lacking, removed } = result;
	const waiting: SiteClip[] = [];
	let listed = 0;
	try {
		for await (const row of rowsOf(http, url, lacking.others)) {
			report.show("importing", listed++, row.count);
			const clip = checkedClip(row, url);
			if (typeof clip === "string") {
				lacking.clips.push(clip);
				ours.delete(String(Object(row.value).slug));
				continue;
			}
			const { given } = clip;
			const { slug, name } = given;
			if (ours.get(slug)?.fields.name === name) known.push({ from: slug, clip: slug, given });
			else if (holdings.removed.has(slug)) removed.push(slug);
			else if (waiting.push(clip) === BATCH) await add(run, waiting.splice(0));
		}
	} finally {
		await add(run, waiting);
	}
	if (listed === 0) throw new UserError(`${url}: has no clips; check the address`);
}

/** Adds clips. If fetching fails or is stopped, adds only the clips before the first one that was not fetched. */
async function add(run: Run, clips: readonly SiteClip[]): Promise<void> {
	const { holdings, media, request, result } = run;
	const { concurrency = HTTP_DEFAULTS.concurrency, dryRun, signal } = request;
	const { additions, file, lacking } = result;
	const fetched: { readonly sound: Medium; readonly image: Medium | undefined }[] = [];
	const fetchAt = async ({ given, sound, image }: SiteClip, i: number): Promise<void> => {
		signal.throwIfAborted();
		fetched[i] = {
			sound: await media.get(sound, "sound", given.slug),
			image: image && (await media.get(image, "image", given.slug)),
		};
	};
	try {
		await pMap(clips, fetchAt, { concurrency });
	} finally {
		const candidates: Candidate[] = [];
		for (const [i, { given }] of clips.entries()) {
			if (fetched[i] === undefined) break;
			const { sound, image } = fetched[i];
			const from = given.slug;
			if (sound.file === undefined) lacking.clips.push(`${from}: ${sound.fault}`);
			else candidates.push(candidateOf(given, sound.file, image?.file));
			if (sound.file && image?.fault) lacking.images.push(`${from}: ${image.fault}`);
		}
		await planImport(candidates, holdings, result);
		if (!dryRun) {
			await writeClips(additions.slice(run.written), file, run.snapshot);
			run.written = additions.length;
			run.snapshot = await takeSnapshot(run.snapshot.dataDir);
		}
		media.removeSounds();
	}
}

function candidateOf(given: Given, sound: string, image: string | undefined): Candidate {
	const picture = image && { picture: () => readFile(image) };
	return { sound, from: given.slug, given, details: async () => ({ fields: given, ...picture }) };
}

/** Collects the fields that differ at the source, and the clips that the source does not list. */
function compare({ ours, result }: Run): void {
	for (const { clip, given } of result.known) {
		const fields = ours.get(clip)?.fields;
		ours.delete(clip);
		if (fields === undefined || given === undefined) continue;
		const changes = changesOf({ ...given, slug: clip }, fields);
		if (changes.length > 0) result.differing.push({ slug: clip, changes });
	}
	for (const [slug, { isInFile }] of ours) if (isInFile) result.unlisted.push(slug);
}
