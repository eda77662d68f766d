/** A hash of how a runtime splits every character, so that runtimes can be compared. */
import { fold } from "../../scripts/search/folding.ts";
import { indexTokens } from "../fixtures/tokens.ts";

/** How many characters are split together: one by one takes ten times as long. */
const TOGETHER = 256;
/**
 * All ranges that have characters in any version of Unicode, and parts of the private use areas, which are all
 * alike. Surrogates are in no name and no address, and Firefox replaces them where other runtimes do not.
 */
const RANGES = [
	[0, 0xd800],
	[0xe000, 0x33500],
	[0xe0000, 0xe1000],
	[0xf0000, 0xf0100],
	[0x100000, 0x100100],
] as const;
const STARTS = RANGES.flatMap(([start, end]) =>
	Array.from({ length: (end - start) / TOGETHER }, (_, i) => start + i * TOGETHER),
);

/**
 * Splits every code point between letters and beside marks that are sorted, and also folds it alone, since punctuation
 * beside words makes no tokens. FNV-1a hashes all results.
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

/** Also answers as a worker. */
export default { fetch: (): Response => Response.json(tokenHash()) };
