/** Takes a clip that its source has removed out of all releases that are held. */
import { join } from "node:path";
import { toJson } from "../contract/envelope.ts";
import { type Instant, MEDIA_FIELDS } from "../contract/instant.ts";
import { clipsOf, RECORDS, recordsIn } from "./clips.ts";
import { RefusedError } from "./errors.ts";
import {
	discardRelease,
	type HeldRelease,
	heldReleases,
	type MirrorPlace,
	numberOf,
	sweep,
} from "./place.ts";
import { Pool } from "./pool.ts";
import { PROVENANCE, readSums } from "./release.ts";
import { writeRelease } from "./release-folder.ts";

/** Files that may hold clips, besides media: packs, pages, exports and the site of a tree, the pages of a crawl. */
const WITH_CLIPS =
	/^(?:v1\/instants\/(?:packs|page|name|all)\b|crawl\/pages\/|[^/]*$|clips\/|sitemap\/)/;

/**
 * Takes out the media that no other clip names, and every file that holds the clip; a crawl's records keep
 * the others. Returns the names of the releases that had it. Throws a RefusedError if the clip is not gone
 * from the source.
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
	const found = held.map((release) => ({ release, clips: clipsOf(release) }));
	const affected = found.filter(({ clips }) => clips.has(slug));
	const last = affected.find(({ release }) => release.isCurrent || release === held.at(-1));
	if (last !== undefined) {
		throw new RefusedError(
			`${slug}: is still in ${last.release.name}; remove it at the source, and mirror that first`,
		);
	}
	const names: string[] = [];
	for (const { release, clips } of affected) {
		const { provenance, name } = release;
		const files = readSums(release.folder);
		files.delete(PROVENANCE);
		const gone = filesOf(release, clips, slug, pool, files);
		for (const path of gone) files.delete(path);
		if (files.has(RECORDS)) {
			const kept = recordsIn(join(release.folder, RECORDS)).filter((one) => one.slug !== slug);
			files.set(RECORDS, await pool.save(kept.map((one) => `${toJson(one)}\n`)));
		}
		const reason = `was purged with the clip ${slug}`;
		const failed = [...provenance.failed, ...gone.map((what) => ({ what, reason }))];
		const number = numberOf(name);
		names.push(writeRelease(place, folder, pool, files, { ...provenance, failed }, number));
		discardRelease(place, release);
	}
	sweep(place);
	return names;
}

/** The files of a release that go with a clip. */
function filesOf(
	{ provenance: { kind } }: HeldRelease,
	clips: ReadonlyMap<string, Instant>,
	slug: string,
	pool: Pool,
	files: ReadonlyMap<string, string>,
): string[] {
	const own = clips.get(slug);
	const media = new Set(own && mediaOf(own, kind));
	for (const clip of clips.values()) {
		if (clip !== own) for (const path of mediaOf(clip, kind)) media.delete(path);
	}
	const mention = new RegExp(`"slug"\\s*:\\s*"${slug}"|clips/${slug}/`);
	return [...files].flatMap(([path, hash]) => {
		const mayHold = WITH_CLIPS.test(path);
		// What is compressed cannot be searched.
		const holds = mayHold && (path.endsWith(".gz") || mention.test(pool.read(hash).toString()));
		return media.has(path) || holds ? [path] : [];
	});
}

/** The paths, in a release, of the media that a clip names. */
function mediaOf(clip: Instant, kind: HeldRelease["provenance"]["kind"]): string[] {
	const values = MEDIA_FIELDS.flatMap((field) => clip[field] ?? []);
	if (kind === "crawl") return values.map((value) => `data${value}`);
	const paths = values.map((value) => decodeURIComponent(new URL(value).pathname));
	return paths.map((path) => path.slice(path.indexOf("/media/") + 1));
}
