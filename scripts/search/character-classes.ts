/**
 * Classifies characters as letters, digits, marks and emoji by the tables of one Unicode version, because `\p{…}`
 * differs between runtimes. Patterns match the signs of a text, a string with one ASCII character for each
 * character of the text: compiling a pattern over all of Unicode takes longer than answering a request for a
 * page.
 */
import { RUNS } from "./unicode-tables.ts";

/** Characters that patterns mention individually each have their own sign. */
const SINGLE: readonly (readonly [sign: string, first: number, last: number])[] = [
	["'", 0x27, 0x27],
	// The joiner of emoji, the selectors of emoji or text style, and skin tones.
	["j", 0x200d, 0x200d],
	["v", 0xfe00, 0xfe0f],
	["m", 0x1f3fb, 0x1f3ff],
	// A black flag followed by tags makes the flag of Wales; two regional letters make the flag of a country.
	["f", 0x1f3f4, 0x1f3f4],
	["t", 0xe0020, 0xe007f],
	["r", 0x1f1e6, 0x1f1ff],
];

/** Characters that join words have the sign of a hyphen. */
export const JOINING = "-_/.&+:*·×‐";

let table = new Uint8Array(0);

/**
 * The sign of each code point below `size`. Computed only as far as texts need it, since a new process must
 * answer quickly.
 */
function signTable(size: number): Uint8Array<ArrayBuffer> {
	const signs = new Uint8Array(size);
	let first = 0;
	let length = 0;
	for (let at = 0; first < size && at < RUNS.length; at++) {
		const code = RUNS.charCodeAt(at);
		if (code >= 0x61 && code <= 0x7a) length = length * 36 + code - 0x57;
		else if (code >= 0x30 && code <= 0x39) length = length * 36 + code - 0x30;
		else {
			const next = first + (length || 1);
			signs.fill(code, first, next);
			first = next;
			length = 0;
		}
	}
	for (const [sign, start, end] of SINGLE) signs.fill(sign.charCodeAt(0), start, end + 1);
	for (const character of JOINING)
		signs.fill(0x2d, character.charCodeAt(0), character.charCodeAt(0) + 1);
	return signs;
}

export function signOf(codePoint: number): string {
	// The next power of two.
	if (codePoint >= table.length) table = signTable(2 ** (32 - Math.clz32(codePoint)));
	return String.fromCharCode(table[codePoint] as number);
}

function signsOf(text: string): string {
	let signs = "";
	for (const character of text) signs += signOf(character.codePointAt(0) as number);
	return signs;
}

/** Whether the signs of a text match a pattern. */
export function hasSigns(text: string, pattern: RegExp): boolean {
	return pattern.test(signsOf(text));
}

/** Returns a function that slices a text by code points, each of which has one sign. */
function slicer(text: string, signs: string): (start: number, end?: number) => string {
	if (signs.length === text.length) return (start, end) => text.slice(start, end);
	const characters = Array.from(text);
	return (start, end) => characters.slice(start, end).join("");
}

/** The parts of a text whose signs match a pattern. */
export function partsOf(text: string, pattern: RegExp): string[] {
	const signs = signsOf(text);
	const slice = slicer(text, signs);
	return Array.from(signs.matchAll(pattern), ({ 0: { length }, index }) =>
		slice(index, index + length),
	);
}

/** Replaces the parts of a text whose signs match a pattern. */
export function replaceParts(
	text: string,
	pattern: RegExp,
	change: (part: string, signs: string) => string,
): string {
	const signs = signsOf(text);
	const slice = slicer(text, signs);
	let replaced = "";
	let at = 0;
	for (const { 0: found, index } of signs.matchAll(pattern)) {
		const end = index + found.length;
		replaced += slice(at, index) + change(slice(index, end), found);
		at = end;
	}
	return replaced + slice(at);
}
