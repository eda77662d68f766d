/** What search engines read: robots.txt allows all and names the sitemap, which names pages that are there. */
import { expect, test } from "vitest";
import { crawlerFiles } from "../../scripts/site/crawlers.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

test("the sitemap names the pages for people, which are published", async () => {
	const { folder } = await publishRecords(named(["Boom"]), { base: "https://clips.test" });
	expect(textOf(folder, "robots.txt")).toBe(
		"User-agent: *\nAllow: /\n\nSitemap: https://clips.test/sitemap.xml\n",
	);
	const urls = [...textOf(folder, "sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, u]) => u);
	expect(urls).toEqual(["https://clips.test/", "https://clips.test/docs/"]);
	const paths = filesIn(folder).map(({ path }) => path);
	expect(paths).toEqual(expect.arrayContaining(["index.html", "docs/index.html"]));
});

test("an address with a path and an ampersand is escaped in XML", () => {
	const [, sitemap] = crawlerFiles("https://a.test/x&y");
	expect(sitemap?.content).toContain("<loc>https://a.test/x&amp;y/docs/</loc>");
});
