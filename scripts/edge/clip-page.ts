/** The page of a clip, made from the store. */
import { clipPage } from "../contract/clip-page.ts";
import { clipsBefore, rowsAt } from "../tree/packs.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { templateOf } from "../tree/templates.ts";

/** The page of the clip at a position. Throws DamagedTree. */
export async function clipPageAt(
	{ pointer, store }: PublishedTree,
	position: number,
): Promise<string> {
	const template = await templateOf(store, pointer.templates, "clip");
	const [row = ""] = await rowsAt(store, pointer.packs, [position]);
	const before = await clipsBefore(store, pointer.packs, position);
	return clipPage(template, row, { before, baseUrl: pointer.base_url });
}
