/** robots.txt allows everything and names the sitemap, and the sitemap lists pages that exist. */
import { expect, test } from "vitest";
import { crawlerFiles } from "../../scripts/site/crawlers.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

test("robots.txt names the sitemap, which lists the published pages", async () => {
	const { folder } = await publishRecords(named(["Boom"]), { base: "https://clips.test" });
	expect(textOf(folder, "robots.txt")).toBe(
		"User-agent: *\nAllow: /\n\nSitemap: https://clips.test/sitemap.xml\n",
	);
	const urls = [...textOf(folder, "sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)].map(([, u]) => u);
	expect(urls).toEqual(["https://clips.test/", "https://clips.test/docs/"]);
	const paths = filesIn(folder).map(({ path }) => path);
	expect(paths).toEqual(expect.arrayContaining(["index.html", "docs/index.html"]));
});

test("special characters in the base URL are escaped in the sitemap", () => {
	const [, sitemap] = crawlerFiles("https://a.test/x&y");
	expect(sitemap?.content).toContain("<loc>https://a.test/x&amp;y/docs/</loc>");
});
