/** robots.txt allows everything and names the sitemap, and the sitemap lists pages that exist. */
import { expect, test } from "vitest";
import { sitemapFiles } from "../../scripts/site/sitemap.ts";
import { named, publishRecords } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

test("robots.txt names the sitemap, which lists the published pages", async () => {
	const { folder } = await publishRecords(named(["Boom"]), {
		base: "https://clips.test",
		runsCode: false,
	});
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
	expect(pages[0]).toBe("index.html");
	expect(pages).toContain("docs/index.html");
	expect(pages.at(-1)).toBe("clips/clip-0/index.html");
	expect(pages.toSorted()).toEqual(
		paths.filter((path) => /^(?!404|docs\/samples\/).*\.html$/.test(path)),
	);
});

test("removed clips are not in the sitemap, nor any where clips have no pages", async () => {
	const names = named(["Boom", undefined, "Horn"]);
	const { folder } = await publishRecords(names);
	expect(textOf(folder, "sitemap.xml").match(/clip-\d/g)).toEqual(["clip-0", "clip-2"]);
	// The listing fits, and the clips do not.
	const how = { runsCode: false, maxFiles: 150 } as const;
	const { folder: files } = await publishRecords(names, how);
	expect(textOf(files, "sitemap.xml")).not.toContain("/clips/");
	expect(textOf(files, "index.html")).toContain("&quot;hasClipPages&quot;:false");
});

test("the sitemap of a large catalogue is an index of parts, each of which search engines take", () => {
	const slugs = Array.from({ length: 60_001 }, (_, i) => `clip-${i}`);
	const files = [...sitemapFiles("https://clips.test", slugs, ["https://clips.test/"])];
	const pages = files.flatMap(({ path, content }) => {
		const urls = String(content).match(/(?<=<loc>)[^<]+/g) ?? [];
		expect(urls.length, path).toBeLessThan(50_000);
		return urls.map((url) => url.replace("https://clips.test/", ""));
	});
	const others = ["", ...files.map(({ path }) => path).filter((path) => path.includes("/"))];
	const expected = [...slugs.map((slug) => `clips/${slug}/`), ...others];
	expect(pages.toSorted()).toEqual(expected.toSorted());
});
