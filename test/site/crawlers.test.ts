/** robots.txt allows everything and names the sitemap, and the sitemap lists pages that exist. */
import { expect, test } from "vitest";
import { siteFiles } from "../../scripts/site/site-files.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { siteFactsAt } from "../fixtures/site-facts.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

test("robots.txt names the sitemap, which lists the published pages", async () => {
	const { folder } = await publishRecords(named(["Boom"]), { base: "https://clips.test" });
	expect(textOf(folder, "robots.txt")).toBe(
		"User-agent: *\nAllow: /\n\nSitemap: https://clips.test/sitemap.xml\n",
	);
	const urls = [...textOf(folder, "sitemap.xml").matchAll(/<loc>(.*?)<\/loc>/g)].map(
		([, u = ""]) => u,
	);
	const pages = urls.map((url) =>
		url.replace("https://clips.test/", "").replace(/(^|\/)$/, "$1index.html"),
	);
	const paths = filesIn(folder).map(({ path }) => path);
	expect(pages).toEqual([
		"index.html",
		...pages.slice(1).filter((path) => path.startsWith("docs/")),
	]);
	expect(pages.toSorted()).toEqual(paths.filter((path) => /^(?!404).*\.html$/.test(path)));
});

test("special characters in the base URL are escaped in the sitemap, but not in robots.txt", () => {
	const baseUrl = "https://a.test/x&y";
	const files = siteFiles(siteFactsAt(baseUrl));
	const textAt = (wanted: string) => files.find(({ path }) => path === wanted)?.content;
	expect(textAt("sitemap.xml")).toContain("<loc>https://a.test/x&amp;y/docs/</loc>");
	expect(textAt("robots.txt")).toContain("Sitemap: https://a.test/x&y/sitemap.xml\n");
});
