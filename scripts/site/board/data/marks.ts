/** Marks what a search has matched in names, which tags would leave no clips, and which clips play even without a network. */
import type { Instant } from "../../../contract/instant.ts";
import { tagsOf } from "../../../contract/tags.ts";
import { folded, matchesIn } from "./matches.ts";

export function markTiles(
	tiles: readonly Element[],
	clips: readonly Instant[],
	query: string,
): void {
	if ("highlights" in CSS)
		CSS.highlights.set("match", new Highlight(...tiles.flatMap((tile) => matches(tile, query))));
	for (const [i, clip] of clips.entries()) markSaved(tiles[i] as Element, clip);
}

/** Ranges, not elements, so that text stays text. */
function matches(tile: Element, query: string): StaticRange[] {
	const name = tile.querySelector(".name");
	const text = name && document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
	if (!text) return [];
	return matchesIn(text.textContent ?? "", query).map(
		([startOffset, endOffset]) =>
			new StaticRange({ startContainer: text, startOffset, endContainer: text, endOffset }),
	);
}

async function markSaved(tile: Element, { sound }: Instant): Promise<void> {
	const saved = navigator.onLine ? undefined : await globalThis.caches?.match(sound);
	tile.classList.toggle("saved", saved !== undefined);
}

/**
 * Dims the tags that would leave no clip.
 * @param clips all that are found; undefined if not all of them are loaded
 */
export function markChips(row: Element, clips: readonly Instant[] | undefined): void {
	const useful = clips && new Set(clips.flatMap(tagsOf).map(folded));
	for (const chip of row.querySelectorAll<HTMLElement>("[data-tag]")) {
		chip.classList.toggle("dim", useful?.has(folded(chip.dataset.tag ?? "")) === false);
	}
}
