/**
 * The pages run in the browsers of the last two and a half years: what they need is widely available, as
 * Baseline has it, or they do without where it is missing. https://web-platform-dx.github.io/web-features/
 */
import { readFileSync } from "node:fs";
import fastGlob from "fast-glob";
import { expect, test } from "vitest";
import { features } from "web-features";
import { bundle } from "../../scripts/bundling/bundle.ts";

const SCRIPTS = [
	"board/main.ts",
	"board/parts/card/cards.ts",
	"board/data/search-script.ts",
	"board/data/extras-script.ts",
	"service-worker/main.ts",
	"docs/browser/main.ts",
];

/** Used where a browser has it. */
const OPTIONAL = [
	"share",
	"saveData",
	...["createPolicy", "createScriptURL"],
	...["highlights", "Highlight"],
	// Undefined counts as false.
	"isComposing",
];

/** Names of ours that mean something else in an API. */
const OURS = [
	"build",
	"bytes",
	"changed",
	"first",
	"image",
	"last",
	"png",
	"removed",
	"results",
	"run",
	"seek",
	"tag",
];

/** Without them a page looks plainer, and works. */
const LOOKS = [
	"accent-color",
	"backdrop-filter",
	"forced-color-adjust",
	"line-clamp",
	"overscroll-behavior",
	"scrollbar-width",
	"text-size-adjust",
	"user-select",
];

const statuses = Object.values(features).flatMap((feature) =>
	feature.kind === "feature"
		? Object.entries<{ baseline?: unknown }>(feature.status.by_compat_key ?? {})
		: [],
);

/** Of each name, whether something that is called so is widely available. */
function availability(pattern: RegExp): Map<string, boolean> {
	const names = new Map<string, boolean>();
	for (const [key, { baseline }] of statuses) {
		const name = pattern.exec(key)?.[1];
		if (name !== undefined) names.set(name, baseline === "high" || names.get(name) === true);
	}
	return names;
}

test.each(SCRIPTS)("%s calls only what is widely available", (path) => {
	const apis = availability(/^(?:api|javascript\.builtins)\..*?(\w+?)(?:_static|_event)?$/);
	expect(apis.get("canParse")).toBe(true);
	expect(apis.size).toBeGreaterThan(5000);
	const script = bundle(new URL(`../../scripts/site/${path}`, import.meta.url));
	const code = script.replace(/\/\*.*?\*\//gs, "");
	const used = new Set(
		[...code.matchAll(/(?:(?<!\.)\.|new )([A-Za-z]\w+)/g)].map(([, name]) => name),
	);
	const scarce = [...used].filter((name) => apis.get(name ?? "") === false);
	expect(scarce.filter((name) => ![...OPTIONAL, ...OURS].includes(name ?? ""))).toEqual([]);
});

test("styles need only properties that are widely available", () => {
	const properties = availability(/^css\.properties\.([a-z-]+)$/);
	const css = fastGlob.sync("scripts/site/**/*.css").map((path) => readFileSync(path, "utf8"));
	const used = new Set([...css.join("").matchAll(/^\s+([a-z-]+):/gm)].map(([, name = ""]) => name));
	const scarce = [...used].filter((name) => properties.get(name) === false);
	expect(scarce.toSorted()).toEqual(LOOKS);
});
