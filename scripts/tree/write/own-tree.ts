/** Finds out what in a folder belongs to the tree there, before the folder is replaced as a whole or verified. */
import { join } from "node:path";
import { type OwnList, ownList } from "../listed-files.ts";
import { POINTER_PATH, SIGNATURE_PATH } from "../paths.ts";
import { contentOf, textOf } from "./read-file.ts";

/** What a tree in a folder says about itself. */
interface TreeInFolder extends OwnList {
	/** The paths of the files that it lists, of its pointer and of its signature. */
	readonly paths: ReadonlySet<string>;
}

/** Reads the list of a tree that may be damaged. */
export async function treeIn(folder: string, pages = true): Promise<TreeInFolder> {
	const asset = async (path: string) => contentOf(join(folder, path));
	const own = await ownList(textOf(join(folder, POINTER_PATH)), asset, pages);
	const paths = new Set([POINTER_PATH, SIGNATURE_PATH].map((path) => path.slice(1)));
	for (const { path } of own.files) paths.add(path);
	return { ...own, paths };
}

/** Whether a file is one of those that file managers write into any folder. */
export function isLitter(path: string): boolean {
	return /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(path);
}
