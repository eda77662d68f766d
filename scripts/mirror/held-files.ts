/** Which files of the next release are here already, and where. */
import { join } from "node:path";
import { contentFile } from "./content-folder.ts";
import { type DeclaredFile, hasSizeOf, sizeOf, stateOf } from "./file-content.ts";
import type { Origin, RunContext } from "./run-context.ts";

export interface HeldFile {
	/** Where its content is. */
	readonly place: string;
	readonly from: Origin;
}

/**
 * Finds the content of files: in what an earlier run fetched, or anywhere in the mirror. Files of the
 * store are trusted by their names, all others are hashed, for they may have been edited.
 */
export class HeldFiles {
	readonly #context: RunContext;
	/** Files of the live release with a full hash, by that hash. */
	readonly #byHash = new Map<string, DeclaredFile[]>();

	constructor(context: RunContext) {
		this.#context = context;
		for (const file of context.inventory.files.values()) {
			const twins = this.#byHash.get(file.sha256);
			if (twins === undefined) this.#byHash.set(file.sha256, [file]);
			else twins.push(file);
		}
	}

	async find(file: DeclaredFile): Promise<HeldFile | undefined> {
		const { workspace, options } = this.#context;
		const fetched = contentFile(workspace, file);
		if ((await sizeOf(fetched)) !== undefined) return { place: fetched, from: "earlier run" };
		for (const twin of this.#byHash.get(file.sha256) ?? []) {
			const place = join(workspace.live, twin.path);
			const isNamedByHash = file.bytes === undefined && options.recheck !== true;
			if (isNamedByHash || (await stateOf(place, file)) === "intact") {
				return { place, from: "mirror" };
			}
		}
		return undefined;
	}
}

/** Whether the mirror has just these files, judged by their sizes and by what its release declares. */
export async function areLive(
	{ workspace, inventory }: RunContext,
	files: readonly DeclaredFile[],
): Promise<boolean> {
	for (const file of files) {
		if (inventory.files.get(file.path)?.sha256 !== file.sha256) return false;
		if (!(await hasSizeOf(join(workspace.live, file.path), file))) return false;
	}
	return true;
}
