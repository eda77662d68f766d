/**
 * How a site describes itself to people and programs: its name and colour, robots.txt, its sitemap and
 * llms.txt.
 */
import { describe, expect, test } from "vitest";
import { INSTANT_FIELDS } from "../../scripts/contract/instant.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { accentStyle } from "../../scripts/site/accent.ts";
import { docsAddresses } from "../../scripts/site/docs/pages.ts";
import { sitemapFiles } from "../../scripts/site/sitemap.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

const SITE = {
	title: 'Ärger &\n"Spaß" <b>',
	description: 'Drück </title>\r\nauf \\ "alles".',
	language: "de-CH",
	accent: "0A7F3f",
};
const { folder } = await publishRecords(named(["Drum Roll"]), { site: SITE });
const paths = filesIn(folder).map(({ path }) => path);

test("the title, description, language and colour of a site are in its pages, manifest and documents", () => {
	const escaped = "Ärger &amp;\n&quot;Spaß&quot; &lt;b&gt;";
	const page = textOf(folder, "index.html");
	expect(page).toContain(`<title lang="de-CH">${escaped}</title>`);
	expect(page).toContain(`lang="de-CH" dir="auto">${escaped}</h1>`);
	expect(page).toContain(`<meta property="og:title" content="${escaped}">`);
	expect(page).toContain('content="Drück &lt;/title&gt;\r\nauf \\ &quot;alles&quot;."');
	expect(textOf(folder, "404.html")).toContain(`– ${escaped}</title>`);
	expect(textOf(folder, "docs/index.html")).toContain(`Documentation – ${escaped}</title>`);
	expect(JSON.parse(textOf(folder, "openapi.json")).info.title).toBe(SITE.title);
	const { title: name, description, language: lang } = SITE;
	const manifest = JSON.parse(textOf(folder, "site.webmanifest"));
	expect(manifest).toMatchObject({ name, description, lang });
	const styles = paths.filter((path) => /(?:soundboard|docs)-\w+\.css$/.test(path));
	expect(styles).toHaveLength(2);
	for (const path of styles) expect(textOf(folder, path)).toContain(accentStyle(SITE.accent));
});

/** https://llmstxt.org */
describe("llms.txt", () => {
	const text = textOf(folder, "llms.txt");
	const found = (pattern: RegExp): string[] =>
		Array.from(text.matchAll(pattern), ([, part = ""]) => part);

	test("begins with the name and the description of the site, each on one line", () => {
		const lines = ['# Ärger & "Spaß" <b>', "", '> Drück </title> auf \\ "alles".', ""];
		expect(text.split("\n").slice(0, 4)).toEqual(lines);
	});

	test("links to published files, and to every document", () => {
		const links = found(/\]\(([^)]*)\)/g);
		const documents = docsAddresses(BASE).map((page) =>
			page.replace(/\/$/, "/index.html").replace(/html$/, "md"),
		);
		expect(links).toEqual(expect.arrayContaining(documents));
		const files = found(/`(http[^`]*\.\w+)`/g);
		expect(files).toHaveLength(2);
		const linked = [...links, ...files].map((link) => link.replace(`${BASE}/`, ""));
		expect(paths).toEqual(expect.arrayContaining(linked));
	});

	test("has requests that are answered, and the fields of the contract", async () => {
		const urls = found(/`GET ([^`]*)`/g);
		expect(urls).toHaveLength(3);
		for (const url of urls) {
			const answer = await respond({ url: url.replace("SLUG", "clip-0") }, folderAsset(folder));
			expect(answer.status, url).toBe(200);
		}
		const [fields = ""] = found(/is one clip: (.*?)\. /g);
		expect(fields.replaceAll("`", "").split(", ")).toEqual(INSTANT_FIELDS);
	});
});

describe("the sitemap", () => {
	const listed = (text: string): string[] => text.match(/(?<=<loc>)[^<]+/g) ?? [];

	test("is named by robots.txt, and lists the published pages", async () => {
		const { folder } = await publishRecords(named(["Boom"]), { runsCode: false });
		const robots = `User-agent: *\nAllow: /\n\nSitemap: ${BASE}/sitemap.xml\n`;
		expect(textOf(folder, "robots.txt")).toBe(robots);
		const pages = listed(textOf(folder, "sitemap.xml")).map((url) =>
			url.replace(`${BASE}/`, "").replace(/(^|\/)$/, "$1index.html"),
		);
		const files = filesIn(folder).map(({ path }) => path);
		const isPage = (path: string): boolean => /^(?!404|docs\/samples\/).*\.html$/.test(path);
		expect(pages).toContain("clips/clip-0/index.html");
		expect(pages.toSorted()).toEqual(files.filter(isPage));
	});

	test("has no removed clips, and no clips at all where clips have no pages", async () => {
		const names = named(["Boom", undefined, "Horn"]);
		const { folder } = await publishRecords(names);
		const clips = listed(textOf(folder, "sitemap.xml")).filter((url) => url.includes("/clips/"));
		expect(clips).toEqual([`${BASE}/clips/clip-0/`, `${BASE}/clips/clip-2/`]);
		// The listing fits the budget, but the pages of clips do not.
		const how = { runsCode: false, maxFiles: 150 } as const;
		const { folder: files } = await publishRecords(names, how);
		expect(textOf(files, "sitemap.xml")).not.toContain("/clips/");
		expect(textOf(files, "index.html")).toContain("&quot;hasClipPages&quot;:false");
	});

	test("is an index of parts for a large catalogue, each small enough for search engines, and generated separately", () => {
		const slugs = Array.from({ length: 60_001 }, (_, i) => `clip-${i}`);
		const read: number[] = [];
		const slice = (from: number, to: number): string[] => {
			read.push(to - from);
			return slugs.slice(from, to);
		};
		const { length } = slugs;
		const files: string[] = [];
		const pages: string[] = [];
		for (const { path, content } of sitemapFiles(BASE, { length, slice } as never, [`${BASE}/`])) {
			const urls = listed(String(content));
			expect(urls.length, path).toBeLessThan(50_000);
			expect(read.splice(0).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(5000);
			pages.push(...urls.map((url) => url.replace(`${BASE}/`, "")));
			if (path.includes("/")) files.push(path);
		}
		const expected = ["", ...files, ...slugs.map((slug) => `clips/${slug}/`)];
		expect(pages.toSorted()).toEqual(expected.sort());
	});
});
