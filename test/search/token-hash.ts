/** So that runtimes can be compared: how one splits every character, in one number. */
import { indexTokens } from "../../scripts/search/tokens.ts";

/** https://en.wikipedia.org/wiki/Fowler–Noll–Vo_hash_function (FNV-1a, of UTF-16 units) */
function hashed(hash: number, text: string): number {
	let next = hash;
	for (let i = 0; i < text.length; i++) next = Math.imul(next ^ text.charCodeAt(i), 0x01000193);
	return next;
}

/** Every code point alone, between two letters, and where marks are sorted. */
export function tokenHash(): number {
	let hash = 0x811c9dc5;
	for (let code = 0; code <= 0x10ffff; code++) {
		const character = String.fromCodePoint(code);
		for (const text of [character, `a${character}b क्${character}`]) {
			hash = hashed(hash, indexTokens(text).join("\n"));
			hash = hashed(hash, "\0");
		}
	}
	return hash >>> 0;
}
