/** So that runtimes can be compared: how one splits every character, in one number. */
import { fold } from "../../scripts/search/folding.ts";
import { indexTokens } from "../../scripts/search/tokens.ts";

/** So many characters are split together: one by one takes ten times as long. */
const TOGETHER = 256;
/** The planes that have characters, or may be used by anybody: no version of Unicode has put any into the others. */
const PLANES = [0, 1, 2, 3, 14, 15, 16];
const STARTS = PLANES.flatMap((plane) =>
	Array.from({ length: 0x10000 / TOGETHER }, (_, i) => plane * 0x10000 + i * TOGETHER),
);

/**
 * Splits every code point between letters and where marks are sorted, and folds it alone: beside words,
 * punctuation makes none. FNV-1a hashes it all.
 */
export function tokenHash(): number {
	let hash = 0x811c9dc5;
	for (const code of STARTS) {
		const characters = Array.from({ length: TOGETHER }, (_, i) => String.fromCodePoint(code + i));
		const among = characters.map((character) => `a${character}b क्${character}`);
		for (const text of [...indexTokens(among.join(" ")), fold(characters.join(" "))]) {
			for (let i = 0; i < text.length; i++) {
				hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
			}
			hash = Math.imul(hash, 0x01000193);
		}
	}
	return hash >>> 0;
}

/** Answers as a worker, too. */
export default { fetch: (): Response => Response.json(tokenHash()) };
