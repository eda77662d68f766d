/** So that runtimes can be compared: how one splits every character, in one number. */
import { indexTokens } from "../../scripts/search/tokens.ts";

/** Splits every code point alone, between letters, and where marks are sorted. FNV-1a hashes the words. */
export function tokenHash(): number {
	let hash = 0x811c9dc5;
	for (let code = 0; code <= 0x10ffff; code++) {
		const character = String.fromCodePoint(code);
		for (const text of [character, `a${character}b क्${character}`]) {
			const words = `${indexTokens(text).join("\n")}\0`;
			for (let i = 0; i < words.length; i++) {
				hash = Math.imul(hash ^ words.charCodeAt(i), 0x01000193);
			}
		}
	}
	return hash >>> 0;
}
