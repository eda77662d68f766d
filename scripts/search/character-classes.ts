/**
 * Tells letters from digits, marks and emoji by the tables of one Unicode version, because `\p{…}` differs
 * between runtimes. Patterns match the signs of a text, a string with one ASCII character for each of its
 * characters: a pattern over all of Unicode takes longer to compile than a page takes to answer.
 */
import { type CharacterClass, CLASSES, RUNS } from "./unicode-tables.ts";

/** Characters that patterns name one by one have signs of their own. */
const SINGLE: readonly (readonly [sign: string, first: number, last: number])[] = [
	["'", 0x27, 0x27],
	// The joiner of emoji, the selectors of emoji or text style, and skin colours.
	["j", 0x200d, 0x200d],
	["v", 0xfe00, 0xfe0f],
	["m", 0x1f3fb, 0x1f3ff],
	// A black flag and tags make the flag of Wales; two regional letters make the flag of a country.
	["f", 0x1f3f4, 0x1f3f4],
	["t", 0xe0020, 0xe007f],
	["r", 0x1f1e6, 0x1f1ff],
	// Signs that join words.
	...Array.from("-_/.&+:·×‐", joining),
];

function joining(character: string): [string, number, number] {
	const code = character.codePointAt(0) ?? 0;
	return ["-", code, code];
}

let table: Uint8Array | undefined;

/** The sign of each code point. Made for the first text that is not ASCII. */
function signTable(): Uint8Array {
	const signs = new Uint8Array(0x110000);
	let first = 0;
	let length = 0;
	for (let at = 0; at < RUNS.length; at++) {
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
	return signs;
}

export function signOf(codePoint: number): string {
	table ??= signTable();
	return String.fromCharCode(table[codePoint] ?? 0);
}

function signsOf(characters: readonly string[]): string {
	return characters.map((character) => signOf(character.codePointAt(0) ?? 0)).join("");
}

/** The signs of the characters in these classes, for the brackets of a pattern. */
export function signs(...classes: readonly CharacterClass[]): string {
	return Object.keys(CLASSES)
		.filter((sign) => classes.some((name) => CLASSES[sign]?.split(" ").includes(name)))
		.join("");
}

/** Whether the signs of a text match a pattern. */
export function hasSigns(text: string, pattern: RegExp): boolean {
	return pattern.test(signsOf(Array.from(text)));
}

/** The parts of a text whose signs match a pattern. */
export function partsOf(text: string, pattern: RegExp): string[] {
	const characters = Array.from(text);
	return Array.from(signsOf(characters).matchAll(pattern), ({ 0: { length }, index }) =>
		characters.slice(index, index + length).join(""),
	);
}

/** Replaces the parts of a text whose signs match a pattern. */
export function replaceParts(
	text: string,
	pattern: RegExp,
	change: (part: string, signs: string) => string,
): string {
	const characters = Array.from(text);
	let replaced = "";
	let at = 0;
	for (const { 0: found, index } of signsOf(characters).matchAll(pattern)) {
		const end = index + found.length;
		const before = characters.slice(at, index).join("");
		replaced += before + change(characters.slice(index, end).join(""), found);
		at = end;
	}
	return replaced + characters.slice(at).join("");
}
