/** The owner's name for the site appears wherever people and programs read one, and its colour is in its styles. */
import { expect, test } from "vitest";
import { accentStyle } from "../../scripts/site/accent.ts";
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
