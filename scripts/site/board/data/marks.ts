/**
 * Marks the parts of names that a search has matched, tags that would leave no clips, and clips that can be
 * played offline.
 */
import type { Instant } from "../../../contract/instant.ts";
import { tagsOf } from "../../../contract/tags.ts";
import { folded } from "./folded.ts";

export function markTiles(
	tiles: readonly Element[],
	clips: readonly Instant[],
	query: string,
): void {
	if ("highlights" in CSS)
		CSS.highlights.set("match", new Highlight(...tiles.flatMap((tile) => matches(tile, query))));
	for (const [i, clip] of clips.entries()) markSaved(tiles[i] as Element, clip);
}

/** The parts of a tile's name that match: ranges, not elements, so that the name stays plain text. */
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
 * @param clips all clips found; undefined if not all of them are loaded
 */
export function markChips(row: Element, clips: readonly Instant[] | undefined): void {
	const useful = clips && new Set(clips.flatMap(tagsOf).map(folded));
	for (const chip of row.querySelectorAll<HTMLElement>("[data-tag]")) {
		chip.classList.toggle("dim", useful?.has(folded(chip.dataset.tag ?? "")) === false);
	}
}

/** The words of a text, split nearly as the search splits them. */
export function wordsIn(text: string): string[] {
	return folded(text.replace(/['’`‘]/g, "")).match(/[\p{L}\p{N}\p{So}]+/gu) ?? [];
}

/** Matches the first character of a word. In scripts without spaces, a word may begin at any character. */
const BEGINNING =
	/(?<![\p{L}\p{N}\p{M}\p{So}])[\p{L}\p{N}\p{So}]|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu;
/** Matches characters that join words: such words are found with and without them. */
const JOINER = /[-_/.&+:*·×‐'’`‘]/;

/** The places where words of a name begin with a query word: start and end, in UTF-16 units. */
export function matchesIn(name: string, query: string): [start: number, end: number][] {
	const starts = Array.from(name.matchAll(BEGINNING), ({ index }) => index);
	return wordsIn(query).flatMap((word) =>
		starts.flatMap((start): [number, number][] => {
			const length = lengthOf(word, name.slice(start));
			return length === 0 ? [] : [[start, start + length]];
		}),
	);
}

/** The length of the prefix of a text that matches a word; 0 if no prefix does. */
function lengthOf(word: string, text: string): number {
	let seen = "";
	let length = 0;
	for (const [character] of text.matchAll(/.\p{M}*/gsu)) {
		length += character.length;
		if (!JOINER.test(character)) seen += folded(character);
		if (seen.startsWith(word)) return length;
		if (!word.startsWith(seen)) return 0;
	}
	return 0;
}
