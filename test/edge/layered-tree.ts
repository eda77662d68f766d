/** A small tree in memory with several levels of index files. */

import { pointerJson } from "../../scripts/publish/manifest-writer.ts";
import { writeKeyed } from "../../scripts/publish/store-files.ts";
import { writePacks, writeSlugs, writeTags } from "../../scripts/publish/store-writers.ts";
import { postingNumbers } from "../../scripts/search/postings.ts";
import { lineOf } from "../../scripts/search/shard.ts";
import { POINTER_PATH } from "../../scripts/tree/paths.ts";
import { type Asset, readTree } from "../../scripts/tree/reading.ts";
import { storePath } from "../../scripts/tree/store.ts";
import { generatedTags } from "../fixtures/generated-names.ts";
import { memoryStore } from "../fixtures/memory-store.ts";
import type { AnyCatalogue } from "../fixtures/names.ts";
import { POINTER } from "../fixtures/pointer.ts";
import { BASE, contentOf, named, type RawInstant } from "../fixtures/published.ts";
import { filesOfStore } from "../fixtures/tree-files.ts";
import { withDeeperIndex } from "./deeper-index.ts";

/** The records of clips with tags. */
export function taggedClips(names: AnyCatalogue["names"]): RawInstant[] {
	return named(names).map((record, i) =>
		names[i] === undefined ? record : { ...record, tags: generatedTags(i).join(", ") },
	);
}

/** A tree with such small files that it has three levels of index files. */
export async function treeOf(names: AnyCatalogue["names"]): Promise<Asset> {
	const content = contentOf(taggedClips(names));
	const postings = content.postings.collect();
	const tags = content.tags.collect();
	const lines = [
		...tags.map(({ token: key, list }) => ({ key, line: lineOf(key, list) })),
		...postings.terms.map((key, i) => ({ key, line: lineOf(key, postingNumbers(postings, i)) })),
	];
	const store = memoryStore();
	const { count, average, longest } = postings;
	const pointer = await pointerJson({
		...POINTER,
		...{ base_url: BASE, count, positions: names.length, average, longest },
		packs: await writePacks(store, content),
		search: await writeKeyed(store, "search", lines, 500),
		slugs: await writeSlugs(store, content),
		tags: await writeTags(store, tags),
	});
	const asset: Asset = async (path) =>
		path === POINTER_PATH ? Buffer.from(pointer) : store.files.get(path);
	return withDeeperIndex(asset, 3);
}

/** Every file that a request may read, except the pointer. */
export async function pathsOf(asset: Asset): Promise<string[]> {
	const files = await filesOfStore(await readTree(asset), ["packs", "search", "slugs", "tags"]);
	return files.map(({ folder, name, extension }) => storePath(folder, name, extension));
}

/** The kind of a file: a pack, a shard, a slug file, a list of tags, or an index file of some depth. */
export async function kindOf(asset: Asset, path: string): Promise<string> {
	const text = new TextDecoder().decode(await asset(path));
	return path.replace(/\w{64}/, /^\{"depth":\d/.exec(text)?.[0] ?? "");
}
