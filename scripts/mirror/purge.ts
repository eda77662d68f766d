/** Takes a clip that its source has removed out of all releases that are held. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../console/invocation.ts";
import { toJson } from "../contract/envelope.ts";
import { MEDIA_FIELDS } from "../contract/instant.ts";
import { API_PATH } from "../contract/links.ts";
import { clipsOf, holdsRecords, RECORDS, REMAINING, recordsIn } from "./clips.ts";
import { isCrawledPage } from "./crawled-pages.ts";
import { isOfRow } from "./crawled-records.ts";
import { MirrorError, RefusedError } from "./errors.ts";
import { MEDIA_LIST, mediaIn, mediaLine, mediumUrl } from "./medium.ts";
import {
	discardRelease,
	type HeldRelease,
	heldReleases,
	type MirrorPlace,
	numberOf,
	sweep,
} from "./place.ts";
import { Pool } from "./pool.ts";
import { type Failure, PROVENANCE, parsed, readSums } from "./release.ts";
import { writeRelease } from "./release-folder.ts";

/** Files of a tree that may hold clips, besides media: packs, pages, exports and the site. */
const WITH_CLIPS = /^(?:v1\/instants\/(?:packs|page|name|all)\b|[^/]*$|clips\/|sitemap\/)/;

/** A clip as a file of a release has it. */
interface Mention {
	readonly slug: unknown;
	/** Of its media: their paths in the release, and their URLs in a crawl. */
	readonly media: readonly string[];
}

/** A release from which a clip is to be purged. */
interface Purged {
	readonly release: HeldRelease;
	readonly slug: string;
	/** The media that no other clip names. */
	readonly media: ReadonlySet<string>;
	/** What the release lacks, without what tells of the clip. */
	readonly failed: readonly Failure[];
	/** All files, by path. */
	readonly files: Map<string, string>;
	readonly pool: Pool;
}

/**
 * Takes out the clip, the media that no other clip names, and the files of a tree that hold it. Returns the
 * names of the releases that had it. Throws a MirrorError if none has it, or if it is not gone from the source.
 * @param folder of the run
 */
export async function purgeClip(
	place: MirrorPlace,
	folder: string,
	slug: string,
): Promise<string[]> {
	const { objects } = place;
	const held = heldReleases(place);
	const pool = new Pool({ objects, drafts: folder, target: objects, held, recheck: false });
	const affected = held.flatMap((release) => {
		const files = readSums(release.folder);
		files.delete(PROVENANCE);
		const mentions = mentionsIn(release, files);
		const [own, others] = [true, false].map((isOwn) =>
			mentions.filter((one) => (one.slug === slug) === isOwn).flatMap(({ media }) => media),
		) as [string[], string[]];
		const named = new Set(own);
		for (const one of others) named.delete(one);
		const media = new Set([...named].filter((path) => files.has(path)));
		const tells = ({ what }: Failure): boolean => named.has(what) || isOfRow(what, slug);
		const failed = release.provenance.failed.filter((failure) => !tells(failure));
		const has = mentions.some((one) => one.slug === slug);
		return has ? [{ release, slug, media, failed, files, pool }] : [];
	});
	const newest = held.at(-1);
	const last = affected.findLast(({ release }) => release.isCurrent || release === newest);
	if (last !== undefined && newest !== undefined) {
		const fix =
			last.release === newest
				? "remove it at the source, and mirror that first"
				: `go back to the newest release first: ${commandLine("mirror", "checkout", place.dir, newest.name)}`;
		throw new RefusedError(`${slug}: is still in ${last.release.name}; ${fix}`);
	}
	const names: string[] = [];
	for (const purged of affected) {
		const { failed, files, media, release } = purged;
		for (const path of media) files.delete(path);
		const gone = await (release.provenance.kind === "tree" ? purgeTree : purgeCrawl)(purged);
		const reason = `was purged with the clip ${slug}`;
		const lacking = [...media, ...gone].map((what) => ({ what, reason }));
		const provenance = { ...release.provenance, failed: [...failed, ...lacking] };
		const number = numberOf(release.name);
		names.push(writeRelease(place, folder, pool, files, provenance, number));
		discardRelease(place, release);
	}
	sweep(place);
	if (names.length > 0) return names;
	throw new MirrorError(
		`${slug}: is in none of the releases in ${place.dir}, and none was changed; ${commandLine("mirror", "diff", place.dir, "A", "B")} says what was removed between two`,
	);
}

/** Everything in a release that names media, among it rows that a crawl left out. */
function mentionsIn(release: HeldRelease, files: ReadonlyMap<string, string>): Mention[] {
	const { folder, provenance } = release;
	const list = files.has(MEDIA_LIST) ? mediaIn(textOf(folder, MEDIA_LIST)) : [];
	const byUrl = new Map<string, string[]>();
	for (const { url, path } of list) byUrl.set(url, [...(byUrl.get(url) ?? []), path]);
	const api = new URL(`${provenance.source}${API_PATH}`);
	const ofUrl = (value: unknown): string[] => {
		const { href = "", origin = "", pathname = "" } = mediumUrl(value, api) ?? {};
		const urls = [href, `${origin}${pathname}`];
		return [...urls, ...urls.flatMap((url) => byUrl.get(url) ?? [])];
	};
	const ofPath = (value: unknown): string[] => {
		const path = String(value);
		return path.startsWith("/media/") ? [path.slice(1), `data${path}`] : ofUrl(value);
	};
	const mentionOf = (clip: unknown, mediaOf: (value: unknown) => string[]): Mention => {
		const { slug, ...fields } = Object(clip) as Record<string, unknown>;
		return { slug, media: MEDIA_FIELDS.flatMap((field) => mediaOf(fields[field])) };
	};
	const pages = [...files.keys()].filter(isCrawledPage);
	const rows = pages.flatMap((path) => pageIn(folder, path).results);
	return [
		...[...clipsOf(release).values()].map((clip) => mentionOf(clip, ofPath)),
		// A live server may give a path too, which is then one of its own.
		...rows.map((row) => mentionOf(row, ofUrl)),
	];
}

/** Takes a clip out of the files of a tree: those that hold it go. Returns their paths. */
async function purgeTree({ release: { folder }, slug, files, pool }: Purged): Promise<string[]> {
	const mentions = [`"slug":"${slug}"`, `clips/${slug}/`];
	const gone = [...files.keys()].filter((path) => {
		if (!WITH_CLIPS.test(path)) return false;
		// What is compressed cannot be searched.
		if (path.endsWith(".gz")) return true;
		const text = textOf(folder, path);
		return mentions.some((mention) => text.includes(mention));
	});
	// The other clips of its pack can still be compared, and purged.
	const rest = gone
		.filter(holdsRecords)
		.flatMap((path) => recordsIn(join(folder, path)))
		.filter((one) => one.slug !== slug);
	for (const path of gone) files.delete(path);
	if (rest.length > 0) {
		const before = files.has(REMAINING) ? recordsIn(join(folder, REMAINING)) : [];
		files.set(REMAINING, await pool.save([...before, ...rest].map((one) => `${toJson(one)}\n`)));
	}
	return gone.filter((path) => path !== REMAINING);
}

/** Takes a clip out of the files of a crawl, which keep the others. */
async function purgeCrawl({ release: { folder }, slug, files, media, pool }: Purged): Promise<[]> {
	const save = async (path: string, lines: readonly string[]): Promise<void> =>
		void files.set(path, await pool.save(lines));
	const records = recordsIn(join(folder, RECORDS));
	const others = records.filter((one) => "removed" in one || one.slug !== slug);
	await save(
		RECORDS,
		others.map((one) => `${toJson(one)}\n`),
	);
	if (files.has(MEDIA_LIST)) {
		const list = mediaIn(textOf(folder, MEDIA_LIST)).filter(({ path }) => !media.has(path));
		await save(MEDIA_LIST, list.map(mediaLine));
	}
	for (const path of [...files.keys()].filter(isCrawledPage)) {
		const page = pageIn(folder, path);
		const results = page.results.filter((row) => slugOf(row) !== slug);
		if (results.length < page.results.length)
			await save(path, [JSON.stringify({ ...page, results })]);
	}
	return [];
}

function slugOf(row: unknown): unknown {
	return (Object(row) as Record<string, unknown>).slug;
}

function pageIn(folder: string, path: string): { readonly results: readonly unknown[] } {
	const page = parsed(textOf(folder, path)) as { readonly results: readonly unknown[] } | undefined;
	if (Array.isArray(page?.results)) return page;
	throw new MirrorError(
		`${join(folder, path)}: is not the page that was crawled; restore the file`,
	);
}

function textOf(folder: string, path: string): string {
	return readFileSync(join(folder, path), "utf8");
}
