/** Pages link only to files that exist and load nothing from elsewhere, and caches never serve old assets. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { SiteFile } from "../../scripts/site/bundles.ts";
import { makeSite, type SiteFacts } from "../../scripts/site/site-files.ts";
import { siteFactsAt } from "../fixtures/site-facts.ts";

const textOf = (files: readonly SiteFile[], path: string): string =>
	String(files.find((file) => file.path === path)?.content);

/** Every URL in a page or in the web manifest. */
function addresses(text: string): string[] {
	return [...text.matchAll(/(?:href|src|start_url)"?[:=] ?"([^"#]+)/g)].map(([, url = ""]) => url);
}

/** The site at this address, with its media beside it unless `facts` differ. */
function siteAt(baseUrl: string, facts: Partial<SiteFacts> = {}): readonly SiteFile[] {
	return makeSite({ ...siteFactsAt(baseUrl), ...facts }).files;
}

describe("a site under a path", () => {
	const files = siteAt("https://h.test/repo");
	const paths = new Set(files.map(({ path }) => path));

	test.each(["index.html", "404.html", "site.webmanifest"])(
		"links in %s lead to published files",
		(path) => {
			const named = addresses(textOf(files, path))
				.map((address) => new URL(address, "https://h.test/repo/"))
				.filter(({ origin }) => origin === "https://h.test")
				.map(({ pathname }) => pathname.replace("/repo/", "").replace(/^$|(?<=\/)$/, "index.html"));
			expect(named.length).toBeGreaterThan(0);
			const published = named.filter((name) => !/^(?:v1|api)\//.test(name));
			expect(published.filter((name) => !paths.has(name))).toEqual([]);
		},
	);

	test("scripts and styles are named after their content", () => {
		const assets = files.filter(({ path }) => path.startsWith("assets/"));
		expect(assets).toHaveLength(12);
		for (const { path, content } of assets) {
			const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
			expect(path).toContain(`-${hash}.`);
			const page = path.startsWith("assets/docs-") ? "docs/bot.html" : "index.html";
			expect(textOf(files, page).replaceAll("&quot;", `"`)).toContain(`${path}"`);
		}
	});

	test.each([
		["assets/soundboard-", 18_944],
		["assets/search-", 16_384],
		["assets/extras-", 2_500],
		["assets/pads-", 6_000],
		["assets/outputs-", 2_000],
		["assets/far-rows-", 1_000],
		["embed", 3_000],
	])("the script %s takes at most %i bytes compressed", (name, bytes) => {
		const file = files.find(({ path }) => path.startsWith(name) && path.endsWith("js"));
		expect(gzipSync(String(file?.content)).length).toBeLessThanOrEqual(bytes);
	});

	test("the 404 page finds the site from any depth", () => {
		expect(textOf(files, "404.html")).toContain('<a class="brand" href="/repo/">');
		expect(textOf(files, "404.html")).toMatch(/href="\/repo\/assets\/soundboard-\w+\.css"/);
	});
});

test("the CSP allows nothing inline, nothing evaluated and no other origin", () => {
	// Samples are programs to copy, which run elsewhere.
	const pages = siteAt("https://h.test").filter(({ path }) =>
		/^(?!docs\/samples\/).*\.html$/.test(path),
	);
	expect(pages.length).toBeGreaterThan(2);
	for (const { path, content } of pages) {
		const html = String(content);
		const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
		expect(policy).toContain("default-src &#39;none&#39;");
		// The 404 page may be in a sandboxed frame, where `'self'` does not match in WebKit, so its policy also names the site's origin.
		const others = path === "404.html" ? policy.replaceAll("https://h.test", "") : policy;
		expect(others).not.toMatch(/unsafe|https?:|\*/);
		expect(html).not.toMatch(/\sstyle=|\son\w+="|<style|<script[^>]*>[^<]/);
	}
});

test("only media may be loaded from another origin", () => {
	const media = { where: "remote", origins: ["https://media.test:8443"] } as const;
	const html = textOf(siteAt("https://h.test", { media }), "index.html");
	expect(html).toContain("media-src &#39;self&#39; https://media.test:8443;");
	expect(html).toContain("img-src &#39;self&#39; https://media.test:8443;");
	expect(html).toContain("script-src &#39;self&#39;;");
});
