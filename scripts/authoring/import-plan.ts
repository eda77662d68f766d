/** Decides what an import adds: new sounds become clips, and those that the catalogue knows do not. */
import { createReadStream, createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { foldedPath } from "../catalogue/media-path.ts";
import { pictureExtension } from "../catalogue/media-type.ts";
import type { Problem } from "../catalogue/problems.ts";
import type { OnProgress } from "../console/progress.ts";
import { MEDIA_FOLDERS, type MediaField } from "../contract/instant.ts";
import type { Measures } from "../sound/measures.ts";
import {
	addTo,
	contentOfBytes,
	contentOfFile,
	type FileContent,
	type Holdings,
	type MediaStock,
} from "./holdings.ts";
import { measureSound } from "./measuring.ts";
import { slugOf, standsFor } from "./slug.ts";

/** A sound that may become a clip. */
export interface Candidate {
	/** The path of its MP3. */
	readonly sound: string;
	/** Where it comes from, for people. */
	readonly from: string;
	/** Its slug where it comes from. There, several clips may share a sound. */
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
	/** Those that need no measuring. */
	readonly measures?: Partial<Measures>;
	/** Tells the owner why the name is not the title. */
	readonly note?: string;
	/** A picture of any type. Not held in memory, since there may be thousands. */
	readonly picture?: () => Promise<Uint8Array | undefined>;
}

/** A file to make in the data folder. */
export interface MediaToAdd {
	/** Below `media/`. */
	readonly path: string;
	/** Writes its content to another path, which is free. */
	readonly write: (target: string) => Promise<void>;
}

/** A clip to add. */
export interface Addition {
	readonly from: string;
	/** As it goes into the catalogue. */
	readonly record: { readonly name: string; readonly slug: string };
	readonly files: readonly MediaToAdd[];
	/** The fields that have another value than at the source. */
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
	readonly additions: readonly Addition[];
	/** The sounds that clips have already, or that were found before. */
	readonly known: readonly Known[];
	/** The sounds of clips that were taken out. */
	readonly removed: readonly string[];
	/** Notes for the owner about new clips. */
	readonly notes: readonly Problem[];
	/** Why the sounds of new clips could not be measured. */
	readonly unmeasured: readonly Problem[];
}

export async function planImport(
	candidates: readonly Candidate[],
	holdings: Holdings,
	onProgress: OnProgress = () => {},
): Promise<ImportPlan> {
	const additions: Addition[] = [];
	const known: Known[] = [];
	const removed: string[] = [];
	const notes: Problem[] = [];
	const unmeasured: Problem[] = [];
	const { named } = holdings;
	for (const [i, candidate] of candidates.entries()) {
		onProgress("comparing", i, candidates.length);
		const content = await contentOfFile(candidate.sound);
		const held = await holdings.sounds.find(content);
		const clip = knownClip(
			held.flatMap((path) => named.get(foldedPath(path)) ?? []),
			candidate,
		);
		if (clip !== undefined) {
			known.push({ from: candidate.from, clip });
		} else if (wasRemoved(content, held, candidate, holdings)) {
			removed.push(candidate.from);
		} else {
			const details = await candidate.details();
			const { note } = details;
			if (note !== undefined) notes.push({ place: { file: candidate.from }, message: note });
			const slug = holdings.slugs.take(
				candidate.slug ?? slugOf(details.name, stemOf(basename(candidate.sound))),
			);
			const sound = await placed(
				"sound",
				{ candidate, slug, extension: "mp3", content },
				holdings.sounds,
				(to) => copyContent(candidate.sound, to),
			);
			addTo(named, foldedPath(sound.path), slug);
			const image = await imageOf(candidate, slug, details, holdings);
			const { name, description, tags, measures: given } = details;
			const measures: Partial<Measures> | Problem =
				given?.duration === undefined ? await measureSound(candidate.sound) : {};
			if ("message" in measures) unmeasured.push(measures);
			const color = details.color ?? colorAt(holdings.records + additions.length);
			const record = {
				...{ name, slug, sound: sound.path, color },
				...(image && { image: image.path }),
				...(description && { description }),
				...(tags && { tags }),
				...("message" in measures ? {} : measures),
				...given,
			};
			const files = [...sound.files, ...(image?.files ?? [])];
			additions.push({
				from: candidate.from,
				record,
				files,
				changes: changesOf(candidate, record),
			});
		}
	}
	return { additions, known, removed, notes, unmeasured };
}

/** The one of the clips that name its sound that is the candidate, perhaps with a number behind its slug. */
function knownClip(slugs: readonly string[], { slug }: Candidate): string | undefined {
	return slugs.find((taken) => slug === undefined || standsFor(taken, slug));
}

/**
 * Whether its clip was taken out, which is known by its sound, or else by the slug that it has where it
 * comes from, or that its file has here. Who took it out does not want it back with the next import.
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

/** Without permissions, which may forbid to change the copy. */
function copyContent(from: string, to: string): Promise<void> {
	return pipeline(createReadStream(from), createWriteStream(to, { flags: "wx" }));
}

function stemOf(path: string): string {
	return path.replace(/\.[^.]*$/, "");
}

interface Placed {
	readonly path: string;
	/** Empty if the file is there. */
	readonly files: readonly MediaToAdd[];
}

interface Medium {
	readonly candidate: Candidate;
	readonly slug: string;
	readonly extension: string;
	readonly content: FileContent;
}

/** The path of a medium: its own if that is free, or that of an equal file, or one that is made from the slug. */
async function placed(
	field: MediaField,
	{ candidate, slug, extension, content }: Medium,
	stock: MediaStock,
	write: MediaToAdd["write"],
): Promise<Placed> {
	const held = await stock.find(content);
	const own = candidate.paths?.[field];
	const isOwnFree = own !== undefined && stock.isFree(own);
	const there = held.find((path) => path === own) ?? (isOwnFree ? undefined : held[0]);
	if (there !== undefined) return { path: there, files: [] };
	const path = stock.reserve(own ?? `${slug}.${extension}`, content);
	return { path, files: [{ path: `${MEDIA_FOLDERS[field]}/${path}`, write }] };
}

/** The fields that have another value than at the source. */
function changesOf({ slug, paths }: Candidate, now: Readonly<Record<string, unknown>>): Change[] {
	return Object.entries({ slug, ...paths }).flatMap(([field, from]) => {
		const to = String(now[field] ?? "none");
		return from === undefined || from === to ? [] : [{ field, from, to }];
	});
}

/** The picture of a clip, which other clips may share; undefined if it has none that may be published. */
async function imageOf(
	candidate: Candidate,
	slug: string,
	{ picture }: Details,
	{ images }: Holdings,
): Promise<Placed | undefined> {
	const bytes = await picture?.();
	const extension = bytes && (await pictureExtension(bytes));
	if (picture === undefined || bytes === undefined || extension === undefined) return undefined;
	const content = contentOfBytes(bytes);
	return await placed("image", { candidate, slug, extension, content }, images, async (to) =>
		writeFile(to, (await picture()) ?? []),
	);
}

/** For clips that have no colour yet: readable as buttons, and visible on a light and a dark page. */
export const PALETTE: readonly string[] = [
	"E53935",
	"1E88E5",
	"43A047",
	"8E5BD0",
	"F4511E",
	"00897B",
	"D81B60",
	"5C6BC0",
	"7D8C1F",
	"A1662F",
	"0097A7",
	"AB47BC",
];

/** Neighbours in a catalogue get different colours. */
export function colorAt(position: number): string {
	return PALETTE[position % PALETTE.length] ?? "000000";
}
