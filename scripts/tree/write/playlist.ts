/** Makes the list of all sounds for players, in builds and in mirrors. https://en.wikipedia.org/wiki/M3U#Extended_M3U */
import type { Instant } from "../../contract/instant.ts";

/** What players take for "not known". */
const NO_LENGTH = -1;

/** Characters of a piece: a million clips in pieces of their own would take much memory. */
const PIECE = 64 * 1024;

/** The list, in pieces. Undefined are removed clips. */
export function* playlist(clips: Iterable<Instant | undefined>): Generator<string> {
	let piece = "#EXTM3U\n";
	for (const clip of clips) {
		if (clip === undefined) continue;
		// Names may have line ends, with which an entry would end too.
		piece += `#EXTINF:${clip.duration ?? NO_LENGTH},${clip.name.replace(/\s+/g, " ").trim()}\n${clip.sound}\n`;
		if (piece.length < PIECE) continue;
		yield piece;
		piece = "";
	}
	yield piece;
}
