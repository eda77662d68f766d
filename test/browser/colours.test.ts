/** Text in the owner's colour can be read in both themes, and so can the glyph on a dome of any colour. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accentStyle } from "../../scripts/site/accent.ts";
import { contrast } from "../fixtures/contrast.ts";
import { describeInBrowser } from "./browser.ts";
import { testSite } from "./site.ts";

/** https://www.w3.org/TR/WCAG22/#contrast-minimum */
const LEAST_CONTRAST = 4.5;

/** The backgrounds in our styles on which text is hardest to read. */
const BACKGROUNDS = {
	light: colourIn(/--paper: light-dark\(#(\w+),/),
	dark: colourIn(/--raised: light-dark\(#\w+, #(\w+)\)/),
};

function colourIn(pattern: RegExp): string {
	const theme = new URL("../../scripts/site/board/looks/theme.css", import.meta.url);
	const [, colour] = pattern.exec(readFileSync(theme, "utf8")) ?? [];
	if (colour === undefined) throw new Error(`${theme} has no ${pattern}`);
	return colour;
}

const byte = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, "0"));
const ACCENTS = [
	...["000000", "ffffff", "ff0000", "00ff00", "0000ff", "ffff00", "00ffff", "ff00ff"],
	...fc.sample(fc.tuple(byte, byte, byte), 500).map((bytes) => bytes.join("")),
];

describeInBrowser("the owner's colour", (browser) => {
	test.each(["light", "dark"] as const)("can be read in the %s theme", async (colorScheme) => {
		const page = await browser.page("about:blank", { colorScheme });
		const sheets = ACCENTS.map(accentStyle);
		const shown = await page.evaluate((sheets) => {
			const style = document.head.appendChild(document.createElement("style"));
			const canvas = document.createElement("canvas").getContext("2d", {
				willReadFrequently: true,
			}) as CanvasRenderingContext2D;
			/** The colour as a screen shows it. */
			const painted = (name: string): string => {
				document.body.style.color = `var(${name})`;
				canvas.fillStyle = getComputedStyle(document.body).color;
				canvas.fillRect(0, 0, 1, 1);
				const bytes = canvas.getImageData(0, 0, 1, 1).data.slice(0, 3);
				return Array.from(bytes, (value) => value.toString(16).padStart(2, "0")).join("");
			};
			return sheets.map((sheet) => {
				style.textContent = sheet;
				return [painted("--accent"), painted("--on-accent")] as const;
			});
		}, sheets);
		for (const [i, accent] of ACCENTS.entries()) {
			const [colour = "", ink = ""] = shown[i] ?? [];
			const own = contrast(accent, BACKGROUNDS[colorScheme]);
			expect(contrast(colour, BACKGROUNDS[colorScheme]), accent).toBeGreaterThanOrEqual(
				LEAST_CONTRAST,
			);
			expect(contrast(colour, ink), accent).toBeGreaterThanOrEqual(LEAST_CONTRAST);
			if (own > LEAST_CONTRAST * 1.01) expect(colour).toBe(accent);
		}
	});
});

describeInBrowser("the glyph on a dome", (browser) => {
	const site = testSite([
		{ name: "Dark", color: "5A2A8C" },
		{ name: "Light", color: "FFE135" },
	]);

	test("is white on dark colours, and black on light ones", async () => {
		const page = await browser.page(site.origin);
		await page.locator("#board [data-slug]").first().waitFor();
		const signs = page.locator("#board .glyph");
		const colours = () => signs.evaluateAll((all) => all.map((it) => getComputedStyle(it).color));
		expect(await colours()).toEqual(["lab(100 0 0)", "lab(0 0 0)"]);
	});
});
