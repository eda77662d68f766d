/** Folders to build in, beside their data. */
import { join } from "node:path";
import type { MediaFile } from "../../scripts/catalogue/media.ts";
import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { MAX_FILES, publish } from "../../scripts/publish/publish.ts";
import { type Files, folderWith } from "../fixtures/data-folder.ts";
import { POINTER } from "../fixtures/pointer.ts";
import { contentOf, named } from "../fixtures/published.ts";

/** A folder with `data` and the given files. */
export function place(files: Files = {}): string {
	return folderWith({ "data/a.json": "[]", ...files });
}

/** A valid pointer, which makes a folder a published tree. */
const { build: _, ...EXAMPLE } = POINTER;
export const WHOLE = await pointerJson(EXAMPLE);

export function tree(folder: string): Files {
	return { [`${folder}/latest.json`]: WHOLE };
}

/** Publishes clips with these names into `dist`. */
export async function publishInto(folder: string, names: string[], mediaFiles: MediaFile[] = []) {
	return publish(contentOf(named(names)), {
		out: join(folder, "dist"),
		dataDir: join(folder, "data"),
		media: "local",
		mediaFiles,
		maxFiles: MAX_FILES,
	});
}
