/** Decides what an import adds: new sounds become clips, and those that the catalogue knows do not. */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { foldedPath } from "../catalogue/media-path.ts";
import { pictureExtension } from "../catalogue/media-type.ts";
import type { Problem } from "../catalogue/problems.ts";
import type { OnProgress } from "../console/progress.ts";
import type { MediaField } from "../contract/instant.ts";
import type { Measures } from "../sound/measures.ts";
import {
	addTo,
	contentOfBytes,
	contentOfFile,
	type FileContent,
	type FileToAdd,
	type Holdings,
} from "./holdings.ts";
import { measureSound } from "./measuring.ts";
import { slugOf, standsFor, takeSlug } from "./slug.ts";

/** A sound that may become a clip. */
export interface Candidate {
	/** The path of its MP3. */
	readonly sound: string;
	/** Where it comes from, for people. */
	readonly from: string;
	/** Its slug at the source, where several clips may share a sound. */
	readonly slug?: string;
	/** The paths that its media keep if they are free. */
	readonly paths?: { readonly [F in MediaField]?: string | undefined };
	/** Read only for new sounds. */
	readonly details: () => Promise<Details>;
}

/** The known fields of a clip. The others are made up. */
interface Details {
	readonly name: string;
	readonly color?: string;
	readonly description?: string;
	readonly tags?: string;
	/** Measures that are known already. */
	readonly measures?: Partial<Measures>;
	/** A picture of any type. Not held in memory, since there may be thousands. */
	readonly picture?: () => Promise<Uint8Array | undefined>;
}

/** A clip to add. */
interface Addition {
	readonly from: string;
	/** As it goes into the catalogue. */
	readonly record: { readonly name: string; readonly slug: string };
	readonly files: readonly FileToAdd[];
	/** The fields whose values differ from those at the source. */
	readonly changes: readonly Change[];
}

interface Change {
	readonly field: string;
	readonly from: string;
	readonly to: string;
}

/** A sound that the catalogue has already. */
interface Known {
	readonly from: string;
	/** The slug of the clip that has the sound. */
	readonly clip: string;
}

export interface ImportPlan {
	readonly additions: Addition[];
	/** The sounds that clips have already, or that were found before. */
	readonly known: Known[];
	/** The sounds of clips that were taken out. */
	readonly removed: string[];
	/** Why the sounds of new clips could not be measured. */
	readonly unmeasured: Problem[];
}

export async function planImport(
	candidates: readonly Candidate[],
	holdings: Holdings,
	onProgress: OnProgress,
): Promise<ImportPlan> {
	const plan: ImportPlan = { additions: [], known: [], removed: [], unmeasured: [] };
	for (const [i, candidate] of candidates.entries()) {
		onProgress("comparing", i, candidates.length);
		const content = await contentOfFile(candidate.sound);
		const held = await holdings.sounds.find(content);
		const clip = knownClip(held, candidate, holdings);
		if (clip !== undefined) plan.known.push({ from: candidate.from, clip });
		else if (wasRemoved(content, held, candidate, holdings)) plan.removed.push(candidate.from);
		else await add(candidate, content, holdings, plan);
	}
	return plan;
}

/** Plans a new clip. */
async function add(
	candidate: Candidate,
	content: FileContent,
	holdings: Holdings,
	plan: ImportPlan,
): Promise<void> {
	const { from } = candidate;
	const details = await candidate.details();
	const position = holdings.slugs.size;
	const wanted = candidate.slug ?? slugOf(details.name, stemOf(basename(candidate.sound)));
	const slug = takeSlug(holdings.slugs, wanted);
	const read = () => createReadStream(candidate.sound);
	const sound = await holdings.sounds.place(candidate.paths?.sound, `${slug}.mp3`, content, read);
	addTo(holdings.named, foldedPath(sound.path), slug);
	const image = await imageOf(candidate, slug, details, holdings);
	const measures = await measuresOf(candidate, details);
	if ("message" in measures) plan.unmeasured.push(measures);
	const { name, description, tags, color } = details;
	const record = {
		...{ name, slug, sound: sound.path },
		color: color ?? colorAt(position),
		...(image && { image: image.path }),
		...(description && { description }),
		...(tags && { tags }),
		...("message" in measures ? details.measures : measures),
	};
	const files = [...sound.files, ...(image?.files ?? [])];
	plan.additions.push({ from, record, files, changes: changesOf(candidate, record) });
}

/** Measures the sound, unless its length is known. Known measures stay. */
async function measuresOf(
	{ sound }: Candidate,
	{ measures = {} }: Details,
): Promise<Partial<Measures> | Problem> {
	if (measures.duration !== undefined) return measures;
	const measured = await measureSound(sound);
	return "message" in measured ? measured : { ...measured, ...measures };
}

/** The clip that has the candidate's sound, and its slug, perhaps with a number after it. */
function knownClip(
	held: readonly string[],
	{ slug }: Candidate,
	{ named }: Holdings,
): string | undefined {
	const slugs = held.flatMap((path) => named.get(foldedPath(path)) ?? []);
	return slugs.find((taken) => slug === undefined || standsFor(taken, slug));
}

/**
 * Whether its clip was removed: known by its sound, or else by its slug at the source, or by the name of
 * its file here. An owner who has removed a clip does not want it back with the next import.
 */
function wasRemoved(
	{ sha256 }: FileContent,
	held: readonly string[],
	candidate: Candidate,
	{ named, removed, removedSounds }: Holdings,
): boolean {
	const isUnnamed = held.every((path) => !named.has(foldedPath(path)));
	if (isUnnamed && removedSounds.has(sha256)) return true;
	const slug = candidate.slug ?? (isUnnamed ? stemOf(held[0] ?? "") : "");
	return removed.has(slug) && (removed.get(slug) ?? sha256) === sha256;
}

function stemOf(path: string): string {
	return path.replace(/\.[^.]*$/, "");
}

/** The fields whose values differ from those at the source. */
function changesOf({ slug, paths }: Candidate, now: Readonly<Record<string, unknown>>): Change[] {
	return Object.entries({ slug, ...paths }).flatMap(([field, from]) => {
		const to = String(now[field] ?? "none");
		return from === undefined || from === to ? [] : [{ field, from, to }];
	});
}

/** The picture of a clip, which other clips may share; undefined if it has none that may be published. */
async function imageOf({ paths }: Candidate, slug: string, details: Details, { images }: Holdings) {
	const read = async (): Promise<Uint8Array> => (await details.picture?.()) ?? new Uint8Array();
	const bytes = await read();
	const extension = await pictureExtension(bytes);
	if (extension === undefined) return undefined;
	return await images.place(paths?.image, `${slug}.${extension}`, contentOfBytes(bytes), read);
}

/** Colours for clips that have none: readable as buttons, and visible on light and dark pages. */
export const PALETTE: readonly string[] =
	"E53935 1E88E5 43A047 8E5BD0 F4511E 00897B D81B60 5C6BC0 7D8C1F A1662F 0097A7 AB47BC".split(" ");

/** Neighbours in a catalogue get different colours. */
export function colorAt(position: number): string {
	return PALETTE[position % PALETTE.length] ?? "000000";
}
