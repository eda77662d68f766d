/**
 * What DIR holds. A run replaces it only if it is a state that a run made: `provenance.json` says what it is,
 * `SHA256SUMS` confirms that and lists all its files, and for a damaged one `last.json` knows both.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { someOf } from "../catalogue/problems.ts";
import { POINTER_FILE, SIGNATURE_FILE } from "../download/addresses.ts";
import { MirrorError } from "../download/errors.ts";
import { type ListedFile, listedFiles } from "../tree/listed-files.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { DamagedTree, openStore, STORE_FOLDERS } from "../tree/store.ts";
import { isFolder } from "../tree/write/exchange.ts";
import { filesBelow } from "../tree/write/files-below.ts";
import type { MirrorPlace } from "./place.ts";
import {
	contentOf,
	digestOf,
	PROVENANCE,
	type Provenance,
	recordIn,
	SUMS,
	sumsIn,
} from "./provenance.ts";

/** The files that no manifest lists. */
export const RECORDS = [SUMS, PROVENANCE, POINTER_FILE, SIGNATURE_FILE] as const;

/** File managers write these into any folder. */
const LITTER = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

export interface Held {
	/** What DIR says of itself; undefined if it is not there, or if that is damaged. */
	readonly record?: Provenance | undefined;
	/** Whether the record and the list of files are whole. Their hashes may still be wrong. */
	readonly isWhole: boolean;
}

/** Throws a MirrorError if DIR is or holds anything that no run has made. */
export async function heldIn({ dir, folder, last }: MirrorPlace): Promise<Held> {
	const isEmpty = isFolder(folder) && readdirSync(folder).length === 0;
	if (isEmpty || !existsSync(folder)) return { isWhole: false };
	const [text, lastText] = [contentOf(join(folder, PROVENANCE)), contentOf(last)];
	const [record, sums] = [recordIn(text), sumsIn(folder)];
	const listed = sums.get(PROVENANCE);
	const isListed = record !== undefined && listed === digestOf(String(text));
	const isLast =
		lastText !== undefined && (text?.equals(lastText) || listed === digestOf(lastText));
	if (!isListed && !isLast) {
		throw new MirrorError(
			`${dir}: is not empty, and no run has made what is in it (${PROVENANCE} and ${SUMS} would say so); move it away, or name another folder`,
		);
	}
	const unlisted = [...filesBelow(folder).keys()].filter((path) => !sums.has(path));
	const isComplete = unlisted.every((path) => path === SUMS);
	const known = new Set(isComplete ? unlisted : await knownPaths(folder));
	const foreign = unlisted.filter((path) => !known.has(path) && !LITTER.test(path));
	if (foreign.length > 0) {
		throw new MirrorError(
			`${dir}: holds ${someOf(foreign)}, which no run has made and which would be lost; move it elsewhere, and run this again`,
		);
	}
	return { record, isWhole: isListed && isComplete };
}

/** The paths of everything that the release in a folder lists. */
async function knownPaths(folder: string): Promise<string[]> {
	const { files } = await ownList(folder);
	return [...RECORDS, ...files.map(({ path }) => path)];
}

interface OwnList {
	readonly pointer?: Pointer;
	/** The text of the pointer. */
	readonly text: string;
	readonly files: readonly ListedFile[];
	/** Whether the list is whole. It may not be, if the pointer, an index or the manifest is damaged. */
	readonly isWhole: boolean;
}

/** The files of a tree, as its own pointer and manifest list them. */
export async function ownList(folder: string, pages = true): Promise<OwnList> {
	const text = contentOf(join(folder, POINTER_FILE))?.toString() ?? "";
	const pointer = await parsePointer(text).catch(() => undefined);
	const files: ListedFile[] = [];
	if (pointer === undefined) return { text, files, isWhole: false };
	const store = openStore(async (path) => contentOf(join(folder, path)));
	let isWhole = true;
	for (const part of STORE_FOLDERS) {
		try {
			for await (const more of listedFiles(pointer, store, part, pages)) {
				for (const file of more) files.push(file);
			}
		} catch (error) {
			if (!(error instanceof DamagedTree)) throw error;
			isWhole = false;
		}
	}
	return { pointer, text, files, isWhole };
}
