/** The owner's name for the site appears wherever people and programs read one, and text in its colour is legible. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { accentStyle, contrast, HARDEST } from "../../scripts/site/accent.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

const SITE = {
	title: 'Ärger & "Spaß" <b>',
	description: 'Drück </title> auf \\ "alles".',
	language: "de-CH",
	accent: "0A7F3f",
};
const ESCAPED = "Ärger &amp; &quot;Spaß&quot; &lt;b&gt;";

test("the title, description, language and colour of a site are in its pages, manifest and documents", async () => {
	const { folder } = await publishRecords(named(["Boom"]), { site: SITE });
	const page = textOf(folder, "index.html");
	expect(page).toContain(`<title lang="de-CH">${ESCAPED}</title>`);
	expect(page).toContain(`lang="de-CH" dir="auto">${ESCAPED}</h1>`);
	expect(page).toContain(`<meta property="og:title" content="${ESCAPED}">`);
	expect(page).toContain('content="Drück &lt;/title&gt; auf \\ &quot;alles&quot;."');
	expect(textOf(folder, "404.html")).toContain(`– ${ESCAPED}</title>`);
	expect(textOf(folder, "docs/index.html")).toContain(`Documentation – ${ESCAPED}</title>`);
	expect(JSON.parse(textOf(folder, "openapi.json")).info.title).toBe(SITE.title);
	expect(JSON.parse(textOf(folder, "site.webmanifest"))).toMatchObject({
		name: SITE.title,
		description: SITE.description,
		lang: "de-CH",
	});
	const styles = filesIn(folder).filter(({ path }) => /(?:soundboard|docs)-\w+\.css$/.test(path));
	expect(styles).toHaveLength(2);
	for (const { path } of styles) expect(textOf(folder, path)).toContain(accentStyle(SITE.accent));
});

/** https://www.w3.org/TR/WCAG22/#contrast-minimum */
test("any colour becomes one for each theme that can be read, and stays as it is where it can be", () => {
	const byte = fc.integer({ min: 0, max: 255 });
	fc.assert(
		fc.property(byte, byte, byte, (...rgb) => {
			const accent = rgb.map((value) => value.toString(16).padStart(2, "0")).join("");
			const made = [...accentStyle(accent).matchAll(/--accent:#(\w{6});--on-accent:#(\w{6})/g)];
			for (const [i, background] of [HARDEST.light, HARDEST.dark].entries()) {
				const [, colour = "", ink = ""] = made[i] ?? [];
				expect(contrast(colour, background)).toBeGreaterThanOrEqual(4.5);
				expect(contrast(colour, ink)).toBeGreaterThanOrEqual(4.5);
				if (contrast(accent, background) >= 4.5) expect(colour).toBe(accent);
			}
		}),
	);
});
