/**
 * Decides which sounds an import adds as clips, and which it skips, because the catalogue has them or once had
 * them.
 */
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { foldedPath } from "../catalogue/media-path.ts";
import { pictureExtension } from "../catalogue/media-type.ts";
import type { Problem } from "../catalogue/problems.ts";
import type { OnProgress } from "../console/progress.ts";
import { INSTANT_FIELDS, type Instant, type InstantField } from "../contract/instant.ts";
import type { Measures } from "../sound/measures.ts";
import type { Digest } from "../tree/manifest.ts";
import { digestOf, sha256Of } from "../tree/write/read-file.ts";
import { addTo, type FileToAdd, type Holdings } from "./holdings.ts";
import { measureSound } from "./measuring.ts";
import { slugOf, standsFor, takeSlug } from "./slug.ts";

/** Some fields of a clip, with paths for its media. */
export type Fields = { readonly [F in InstantField]?: Instant[F] | undefined };

/**
 * A clip's fields on another site. A media path is undefined if the file's URL has no path that is valid in a
 * record.
 */
export type Given = Fields & Pick<Instant, "name" | "slug">;

/** A sound that could become a clip. */
export interface Candidate {
	/** The path of its MP3. */
	readonly sound: string;
	/** The source, as shown in messages. */
	readonly from: string;
	/**
	 * The clip on another site, where several clips may share a sound. Its media files keep their paths if those
	 * are free.
	 */
	readonly given?: Given;
	/** Called only for new sounds. */
	readonly details: () => Promise<Details>;
}

interface Details {
	/** The known fields; the import fills in the others. */
	readonly fields: Fields & Pick<Instant, "name">;
	/** Reads a picture of any type. A function, because there may be thousands of pictures. */
	readonly picture?: () => Promise<Uint8Array | undefined>;
}

/** A clip to add. */
interface Addition {
	readonly from: string;
	/** The record to write. */
	readonly record: Given;
	readonly files: readonly FileToAdd[];
	/** The fields whose values differ from the source's. */
	readonly changes: readonly Change[];
}

/** A field whose value at the source differs from the one here. */
export interface Change {
	readonly field: InstantField;
	readonly from: unknown;
	readonly to: unknown;
}

/** A sound, or a clip of another site, that the catalogue already has. */
interface Known {
	readonly from: string;
	/** The slug of the clip in this catalogue. */
	readonly clip: string;
	readonly given?: Given | undefined;
}

export interface ImportPlan {
	readonly additions: Addition[];
	/** Sounds that clips already have, or that appeared earlier in this import. */
	readonly known: Known[];
	/** The sounds of removed clips. */
	readonly removed: string[];
	/** Why the sounds of new clips could not be measured. */
	readonly unmeasured: Problem[];
}

export function emptyPlan(): ImportPlan {
	return { additions: [], known: [], removed: [], unmeasured: [] };
}

/** Adds each candidate to the right list of a plan. */
export async function planImport(
	candidates: readonly Candidate[],
	holdings: Holdings,
	plan: ImportPlan,
	onProgress?: OnProgress,
): Promise<void> {
	for (const [i, candidate] of candidates.entries()) {
		onProgress?.("comparing", i, candidates.length);
		const { size: bytes } = statSync(candidate.sound);
		const digest = { bytes, sha256: await sha256Of(candidate.sound) };
		const held = await holdings.sounds.find(digest);
		const clip = knownClip(held, candidate, holdings);
		if (clip !== undefined) {
			plan.known.push({ from: candidate.from, clip, given: candidate.given });
		} else if (wasRemoved(digest, held, holdings)) plan.removed.push(candidate.from);
		else await add(candidate, digest, holdings, plan);
	}
}

/** Plans a new clip. */
async function add(
	candidate: Candidate,
	digest: Digest,
	holdings: Holdings,
	plan: ImportPlan,
): Promise<void> {
	const { from, given } = candidate;
	const { fields, picture } = await candidate.details();
	const wanted = given?.slug ?? slugOf(fields.name, stemOf(basename(candidate.sound)));
	const color = colorAt(holdings.slugs.size);
	const slug = takeSlug(holdings.slugs, wanted);
	const read = () => createReadStream(candidate.sound);
	const sound = await holdings.sounds.place(given?.sound, `${slug}.mp3`, digest, read);
	addTo(holdings.named, foldedPath(sound.path), slug);
	const image = await imageOf(given?.image, slug, picture, holdings);
	const measures: Partial<Measures> | Problem =
		fields.duration === undefined ? await measureSound(candidate.sound) : {};
	if ("message" in measures) plan.unmeasured.push({ ...measures, place: { file: from } });
	const record = recordOf({
		color,
		...("message" in measures ? {} : measures),
		...fields,
		...{ slug, sound: sound.path, image: image?.path ?? null },
	});
	const files = [...sound.files, ...(image?.files ?? [])];
	const changes = given === undefined ? [] : changesOf(given, record);
	plan.additions.push({ from, record, files, changes });
}

/**
 * The existing clip with the candidate's sound. If the candidate comes from another site, the clip must also have
 * its slug, with or without a number.
 */
function knownClip(
	held: readonly string[],
	{ given }: Candidate,
	{ named }: Holdings,
): string | undefined {
	const slugs = held.flatMap((path) => named.get(foldedPath(path)) ?? []);
	return slugs.find((taken) => given === undefined || standsFor(taken, given.slug));
}

/**
 * Whether the clip with this sound was removed, judging by the sound or, if its hash was not recorded, by the
 * name of its file here. An owner who has removed a clip does not want the next import to bring it back.
 */
function wasRemoved(
	{ sha256 }: Digest,
	held: readonly string[],
	{ named, removed, removedSounds }: Holdings,
): boolean {
	if (held.some((path) => named.has(foldedPath(path)))) return false;
	const slug = stemOf(held[0] ?? "");
	return removedSounds.has(sha256) || (removed.has(slug) && removed.get(slug) === undefined);
}

function stemOf(path: string): string {
	return path.replace(/\.[^.]*$/, "");
}

/** The fields in the order of the contract, without empty fields. */
function recordOf(values: Given): Given {
	const said = INSTANT_FIELDS.filter((field) => (values[field] ?? "") !== "");
	return Object.fromEntries(said.map((field) => [field, values[field]])) as object as Given;
}

/** The fields whose values differ from the source's. */
export function changesOf(given: Given, now: Fields): Change[] {
	return INSTANT_FIELDS.filter(
		(field) => given[field] !== undefined && (given[field] ?? "") !== (now[field] ?? ""),
	).map((field) => ({ field, from: given[field], to: now[field] }));
}

/**
 * The picture of a clip, which other clips may share; undefined if the clip has no picture that may be published.
 */
async function imageOf(
	given: Given["image"],
	slug: string,
	picture: Details["picture"],
	{ images }: Holdings,
) {
	const read = async (): Promise<Uint8Array> => (await picture?.()) ?? new Uint8Array();
	const bytes = await read();
	const extension = await pictureExtension(bytes);
	if (extension === undefined) return undefined;
	return await images.place(
		given,
		`${slug}.${extension}`,
		{ bytes: bytes.length, sha256: digestOf(bytes) },
		read,
	);
}

/**
 * Colours for clips that have none: text on the buttons is readable, and the buttons are visible on light and
 * dark pages.
 */
export const PALETTE: readonly string[] =
	"E53935 1E88E5 43A047 8E5BD0 F4511E 00897B D81B60 5C6BC0 7D8C1F A1662F 0097A7 AB47BC".split(" ");

/** Neighbouring clips get different colours. */
export function colorAt(position: number): string {
	return PALETTE[position % PALETTE.length] ?? "000000";
}
