/** Which files a release of a published tree consists of: what its pointer leads to. */
import { visit } from "jsonc-parser";
import pMap from "p-map";
import { shown } from "../console/text.ts";
import { type IndexEntry, readNode } from "../tree/index-node.ts";
import { isManifestEntry } from "../tree/manifest.ts";
import type { Pointer } from "../tree/pointer.ts";
import {
	DamagedTree,
	readText,
	STORE_FOLDERS,
	type Store,
	type StoreFolder,
	storePath,
} from "../tree/store.ts";
import { storeLevels } from "../tree/store-walk.ts";
import { POINTER_FILE } from "./addresses.ts";
import { invalid, RefusedError } from "./errors.ts";
import { parsed, type WantedFile } from "./release.ts";
import { arePages } from "./safe-paths.ts";

/** How many files of a folder are read at the same time. */
const AT_A_TIME = { concurrency: 8 };

interface Listing {
	/** Where it comes from, for messages. */
	readonly url: string;
	readonly maxFiles: number;
	/** Whether precomputed pages, and parts of the manifest with nothing else, are among the files. */
	readonly pages: boolean;
	/** Called with the path of each list that is damaged, which then counts as empty; without it, that is an error. */
	readonly onDamage?: (path: string) => void;
}

/**
 * All files of the release that a pointer leads to, but the pointer; their paths are not checked. Throws
 * what reading the store throws, and a RefusedError that says what is wrong.
 */
export async function listedFiles(
	pointer: Pointer,
	store: Store,
	{ url, maxFiles, pages, onDamage }: Listing,
): Promise<WantedFile[]> {
	const files: WantedFile[] = [];
	let listed = 1;
	/** Called as soon as a list is read, before the next, since there may be thousands as long. */
	const count = (more: number): void => {
		listed += more;
		if (listed <= maxFiles) return;
		throw new RefusedError(
			`${url}: lists more than ${maxFiles} files; nothing was fetched; if that is right, allow them with --max-files N`,
		);
	};
	const add = (more: readonly WantedFile[]): void => {
		// Not push(...more), which overflows the stack.
		for (const file of more) files.push(file);
	};
	/** Undefined if the file, or what it says, is damaged, and that is tolerated. */
	const unlessDamaged = async <T>(path: string, read: () => Promise<T>): Promise<T | undefined> => {
		try {
			return await read();
		} catch (error) {
			const isDamage = error instanceof DamagedTree || error instanceof RefusedError;
			if (onDamage === undefined || !isDamage) throw error;
			onDamage(path);
			return undefined;
		}
	};
	/** Returns the files that the lowest index files under a root name. */
	const walk = async (folder: StoreFolder): Promise<WantedFile[]> => {
		const root = pointer[folder];
		if (root === undefined) return [];
		const isPartly = folder === "manifest" && !pages;
		/** How many files of a level have been counted as its index was read. */
		let early = 0;
		const read = async (...[store, folder, name, depth]: Parameters<typeof readNode>) => {
			const { path } = stored(folder, name);
			const node = await unlessDamaged(path, () => readNode(store, folder, name, depth));
			const entries = node?.entries ?? [];
			// What the last part of a node has, the next node tells.
			const own = isPartly
				? entries.slice(0, -1).filter((_, i) => !hasPagesAlone(entries, i))
				: entries;
			early += own.length;
			count(own.length);
			return node;
		};
		count(1);
		let last = [stored(folder, root)];
		add(last);
		for await (const { files, entries, isIndex, isWhole } of storeLevels(
			store,
			folder,
			root,
			read,
		)) {
			if (folder === "packs" && isWhole) refuseMiscount(entries, pointer);
			const wanted =
				isPartly && !isIndex ? files.filter((_, i) => !hasPagesAlone(entries, i)) : files;
			last = wanted.map(({ name, extension }) => stored(folder, name, extension));
			count(last.length - early);
			early = 0;
			add(last);
		}
		return last;
	};
	try {
		const named = await Promise.all(
			STORE_FOLDERS.map((folder) => unlessDamaged(POINTER_FILE, () => walk(folder))),
		);
		const parts = named[STORE_FOLDERS.indexOf("manifest")] ?? [];
		const read = async ({ path, sha256 }: WantedFile) =>
			await unlessDamaged(path, async () => {
				const own = filesIn(await readText(store, `/${path}`, sha256), url);
				count(own.length);
				add(own);
			});
		await pMap(parts, read, AT_A_TIME);
		return files;
	} catch (error) {
		throw error instanceof DamagedTree ? invalid(url, [error.message]) : error;
	}
}

function stored(folder: StoreFolder, name: string, extension = "json"): WantedFile {
	return { path: storePath(folder, name, extension).slice(1), sha256: name };
}

/** Whether a part of the manifest lists nothing but precomputed pages. */
function hasPagesAlone(parts: readonly IndexEntry[], i: number): boolean {
	return arePages(parts[i]?.[0], parts[i + 1]?.[0]);
}

/** Every level of the packs' index counts all clips. Throws DamagedTree if one does not. */
function refuseMiscount(entries: readonly IndexEntry[], { count }: Pointer): void {
	const sum = entries.reduce((before, [, , clips]) => before + (Number(clips) || 0), 0);
	if (sum === count) return;
	throw new DamagedTree(`"count" is ${count}, but the index of the packs has ${sum} clips`);
}

/** @param part of the manifest, as text */
function filesIn(part: string, url: string): WantedFile[] {
	const list = parsed(part);
	if (Object(list) !== list || Array.isArray(list))
		throw invalid(url, ["a part of its manifest is no list of files"]);
	const faults = repeatedFields(part);
	const files = Object.entries<unknown>(Object(list)).map(([path, entry]) => {
		if (isManifestEntry(entry)) return { path, bytes: entry[0], sha256: entry[1] };
		faults.push(`${shown(path)} has ${shown(entry)} instead of a size in bytes and a SHA-256`);
		return { path, sha256: "" };
	});
	if (faults.length > 0) throw invalid(url, faults);
	return files;
}

/** What JSON.parse says nothing about: keys that an object, on its top level, has twice. */
export function repeatedFields(text: string): string[] {
	const seen = new Set<string>();
	const faults: string[] = [];
	try {
		visit(text, {
			onObjectProperty: (field, _offset, _length, _line, _column, path) => {
				if (path().length > 0) return;
				if (seen.has(field)) faults.push(`${shown(field)} is listed twice`);
				seen.add(field);
			},
		});
	} catch (error) {
		// JSON.parse accepts deeper nesting than this parser, which runs out of stack.
		if (!(error instanceof RangeError)) throw error;
		faults.push("something in it is nested too deeply");
	}
	return faults;
}
