/** So that a page never names a file that is not there, and no cache holds an old file for a new name. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type SiteFile, siteFiles } from "../../scripts/site/site-files.ts";

const LOCAL = { where: "local", url: "https://h.test/repo/media" } as const;
const textOf = (files: readonly SiteFile[], path: string): string =>
	String(files.find((file) => file.path === path)?.content);

/** Every address that a page, or the web manifest, names. */
function addresses(text: string): string[] {
	return [...text.matchAll(/(?:href|src|start_url)"?[:=] ?"([^"#]+)/g)].map(([, url = ""]) => url);
}

describe("the site in a folder", async () => {
	const files = await siteFiles({ baseUrl: "https://h.test/repo", media: LOCAL, links: "query" });
	const paths = new Set(files.map(({ path }) => path));

	test.each(["index.html", "404.html", "site.webmanifest"])(
		"%s names only what is there",
		(path) => {
			const named = addresses(textOf(files, path))
				.map((address) => new URL(address, "https://h.test/repo/"))
				.filter(({ origin }) => origin === "https://h.test")
				.map(({ pathname }) => pathname.replace("/repo/", "").replace(/^$|(?<=\/)$/, "index.html"));
			expect(named.length).toBeGreaterThan(0);
			const published = named.filter((name) => !name.startsWith("v1/") && name !== "manifest.json");
			expect(published.filter((name) => !paths.has(name))).toEqual([]);
		},
	);

	test("scripts and styles are named by their content", () => {
		const assets = files.filter(({ path }) => path.startsWith("assets/"));
		expect(assets).toHaveLength(4);
		for (const { path, content } of assets) {
			const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
			expect(path).toContain(`-${hash}.`);
			const page = path.startsWith("assets/docs-") ? "docs/index.html" : "index.html";
			expect(textOf(files, page)).toContain(`${path}"`);
		}
	});

	test("they are the same the next time", async () => {
		expect(
			await siteFiles({ baseUrl: "https://h.test/repo", media: LOCAL, links: "query" }),
		).toEqual(files);
	});

	test("the page for missing paths finds the site from any depth", () => {
		expect(textOf(files, "404.html")).toContain('<a href="/repo/">');
		expect(textOf(files, "404.html")).toMatch(/href="\/repo\/assets\/soundboard-\w+\.css"/);
	});

	test("social networks are told complete addresses", () => {
		expect(textOf(files, "index.html")).toContain(
			'property="og:image" content="https://h.test/repo/icons/card.png"',
		);
		expect(paths).toContain("icons/card.png");
	});
});

test("what a base URL may hold stays text", async () => {
	const baseUrl = "https://h.test/a'b&c";
	const files = await siteFiles({
		baseUrl,
		media: { where: "local", url: `${baseUrl}/media` },
		links: "query",
	});
	expect(textOf(files, "index.html")).toContain('content="https://h.test/a&#39;b&amp;c/"');
});

test("media of another origin may be loaded, and nothing else from there", async () => {
	const media = { where: "remote", url: "https://media.test:8443/clips" } as const;
	const html = textOf(
		await siteFiles({ baseUrl: "https://h.test", media, links: "query" }),
		"index.html",
	);
	expect(html).toContain("media-src &#39;self&#39; https://media.test:8443;");
	expect(html).toContain("img-src &#39;self&#39; https://media.test:8443;");
	expect(html).toContain("script-src &#39;self&#39;;");
});
