/** What is here already, by its hash: in releases, and what runs that failed have fetched. */
import { lstatSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { NAME_LENGTH } from "../tree/store.ts";
import { removeFolder } from "../tree/write/folder-changes.ts";
import { filesBelow, hashOf, namesIn, readSums } from "./fixity.ts";
import type { WantedFile } from "./release.ts";
import type { Run } from "./run.ts";

/** A file with the content of one that is wanted. */
export interface HeldFile {
	readonly file: string;
	readonly sha256: string;
}

export class Stock {
	/** By the digits of their hashes that names in the store have. */
	readonly #files = new Map<string, HeldFile>();
	readonly #isDoubted: boolean;

	constructor({ held, options, place }: Pick<Run, "held" | "options" | "place">) {
		this.#isDoubted = options.recheck === true;
		for (const { folder } of held) {
			for (const [path, sha256] of readSums(folder)) this.#add(join(folder, path), sha256);
		}
		for (const name of namesIn(place.stock)) this.#add(join(place.stock, name), name);
	}

	#add(file: string, sha256: string): void {
		this.#files.set(sha256.slice(0, NAME_LENGTH), { file, sha256 });
	}

	/** A file with the wanted content, as far as its size can tell, unless the user wants to be sure. */
	find({ sha256: wanted, bytes }: Omit<WantedFile, "path">): HeldFile | undefined {
		const held = this.#files.get(wanted.slice(0, NAME_LENGTH));
		if (!held?.sha256.startsWith(wanted)) return undefined;
		const stats = lstatSync(held.file, { throwIfNoEntry: false });
		if (!stats?.isFile() || (bytes !== undefined && stats.size !== bytes)) return undefined;
		return !this.#isDoubted || hashOf(held.file) === held.sha256 ? held : undefined;
	}
}

/** Moves all files of a draft that came to nothing into the stock. */
export function salvage(draft: string, stock: string): void {
	mkdirSync(stock, { recursive: true });
	for (const path of filesBelow(draft).keys()) {
		const file = join(draft, path);
		renameSync(file, join(stock, hashOf(file) ?? "unreadable"));
	}
	removeFolder(draft);
}
