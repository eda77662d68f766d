/** No pattern takes more than linear time. */
import { readFileSync } from "node:fs";
import glob from "fast-glob";
import { type Node, parseSync } from "oxc-parser";
import { check } from "recheck";
import { expect, test, vi } from "vitest";

/** No time limits, so that the verdict is the same on every machine. */
const UNTIMED = { timeout: null, attackTimeout: null, incubationTimeout: null, randomSeed: 1 };

async function isLinear({ source, flags }: Pattern): Promise<boolean> {
	const verdict = await check(source, flags, UNTIMED);
	if (verdict.status === "unknown") return false;
	return verdict.complexity.type === "safe" || verdict.complexity.type === "linear";
}

interface Pattern {
	readonly source: string;
	readonly flags: string;
}

/** The patterns of a module, and how often it calls `new RegExp`. */
function patternsOf(file: string) {
	const literals: Pattern[] = [];
	let made = 0;
	const visit = (value: unknown): void => {
		if (Object(value) !== value) return;
		const node = value as Node;
		if (node.type === "Literal" && "regex" in node) {
			literals.push({ source: node.regex.pattern, flags: node.regex.flags });
		}
		if (node.type === "NewExpression" && node.callee.type === "Identifier") {
			if (node.callee.name === "RegExp") made++;
		}
		Object.values(node).forEach(visit);
	};
	visit(parseSync(file, readFileSync(file, "utf8")).program.body);
	return { file, literals, made };
}

/** The patterns that modules create while they load. */
async function madeBy(files: readonly string[]): Promise<Pattern[]> {
	const made: Pattern[] = [];
	vi.stubGlobal(
		"RegExp",
		new Proxy(RegExp, {
			construct: (target, [source, flags]: [string, string?]) => {
				const pattern = new target(source, flags);
				made.push({ source: pattern.source, flags: pattern.flags });
				return pattern;
			},
		}),
	);
	vi.resetModules();
	try {
		for (const file of files) await import(/* @vite-ignore */ `../../${file}`);
	} finally {
		vi.unstubAllGlobals();
	}
	return made;
}

const MODULES = glob.sync("scripts/**/*.{ts,js,mjs}").map(patternsOf);
const MAKERS = MODULES.filter(({ made }) => made > 0);

test("every pattern is linear", async () => {
	const literals = MODULES.flatMap((module) => module.literals);
	const made = await madeBy(MAKERS.map(({ file }) => file));
	// A pattern that is created in a function would not be judged.
	expect(made.length).toBeGreaterThanOrEqual(MAKERS.reduce((sum, module) => sum + module.made, 0));
	const patterns = new Map(
		[...literals, ...made].map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]),
	);
	const judged = await Promise.all(
		Array.from(patterns, async ([text, pattern]) => ((await isLinear(pattern)) ? [] : [text])),
	);
	expect(judged.flat()).toEqual([]);
});

test("a pattern that takes quadratic time is detected", async () => {
	expect(await isLinear({ source: "[a-z]+(?:-[a-z]+)+", flags: "g" })).toBe(false);
});
