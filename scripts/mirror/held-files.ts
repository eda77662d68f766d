/** Which files of the next state of a mirror are here already, and where. */
import { join } from "node:path";
import { contentFile } from "./content-folder.ts";
import { type DeclaredFile, hasSizeOf, isIntact, sizeOf } from "./file-content.ts";
import type { RunContext } from "./run-context.ts";

/**
 * Finds the content of files: in what was fetched, or anywhere in the mirror. Files of the store are
 * trusted by their names, all others are hashed, for they may have been edited.
 */
export class HeldFiles {
	readonly #context: RunContext;
	/** Files of the live release, by their hashes. */
	readonly #byHash = new Map<string, DeclaredFile[]>();

	constructor(context: RunContext) {
		this.#context = context;
		for (const file of context.inventory.files.values()) {
			const twins = this.#byHash.get(file.sha256);
			if (twins === undefined) this.#byHash.set(file.sha256, [file]);
			else twins.push(file);
		}
	}

	/** Where the content of a file is; undefined if it is not here. */
	async find(file: DeclaredFile): Promise<string | undefined> {
		const { workspace, options } = this.#context;
		const fetched = contentFile(workspace, file);
		if ((await sizeOf(fetched)) !== undefined) return fetched;
		for (const twin of this.#byHash.get(file.sha256) ?? []) {
			const place = join(workspace.live, twin.path);
			const isNamedByHash = file.bytes === undefined && options.recheck !== true;
			if (isNamedByHash || (await isIntact(place, file))) return place;
		}
		return undefined;
	}
}

/**
 * Whether the mirror has just these files already.
 * @param isRight compares a file with what it must contain
 */
export async function areLive(
	{ workspace, inventory }: RunContext,
	files: readonly DeclaredFile[],
	isRight: (file: string, content: DeclaredFile) => Promise<boolean> = hasSizeOf,
): Promise<boolean> {
	for (const file of files) {
		if (inventory.files.get(file.path)?.sha256 !== file.sha256) return false;
		if (!(await isRight(join(workspace.live, file.path), file))) return false;
	}
	return true;
}
