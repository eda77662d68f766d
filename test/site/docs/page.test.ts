/** The documents and their pages: links lead somewhere, pages load nothing from other origins, text stays text. */

import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { isHandled } from "../../../scripts/edge/route.ts";
import { CONTENT_TYPES, withCharset } from "../../../scripts/hosts/content-types.ts";
import { folderAsset } from "../../../scripts/hosts/server/folder-asset.ts";
import { renderDocument } from "../../../scripts/site/docs/markdown.ts";
import { languagesOf, sampleText, TOPICS } from "../../../scripts/site/docs/samples.ts";
import { makeSite } from "../../../scripts/site/site-files.ts";
import { BASE, named, publishRecords } from "../../fixtures/published.ts";
import { respond } from "../../fixtures/respond.ts";
import { siteFactsAt } from "../../fixtures/site-facts.ts";
import { filesIn, textOf } from "../../fixtures/tree-files.ts";

const { folder } = await publishRecords(named(["Boom"]));
const names = filesIn(join(folder, "docs")).map(({ path }) => path);
const paths = names.filter((name) => /^[^/]+\.html$/.test(name)).map((name) => `docs/${name}`);
/** The pages, by their paths. */
const pages = new Map(paths.map((path) => [path, textOf(folder, path)]));

function attributes(html: string, ...names: string[]): string[] {
	const found = html.matchAll(new RegExp(`\\s(?:${names.join("|")})="([^"]*)"`, "g"));
	return [...found].map(([, value = ""]) => value);
}

describe("URLs of the docs pages", () => {
	const OTHER_PROJECTS = [
		"https://apps.apple.com/app/ladiocast/id411213048",
		"https://existential.audio/blackhole/",
		"https://lucaong.github.io/minisearch/",
		"https://nodejs.org",
		"https://oembed.com/",
		"https://semver.org",
		"https://vb-audio.com/Cable/",
	];

	test("are relative, except for links to other projects and the canonical one", () => {
		expect(pages.size).toBe(11);
		for (const [path, html] of pages) {
			const page = `${BASE}/${path.replace("index.html", "")}`;
			const absolute = attributes(html, "href", "src", "action").filter((url) =>
				/^(?:[a-z]+:|\/)/.test(url),
			);
			expect(absolute.filter((url) => !OTHER_PROJECTS.includes(url))).toEqual([page]);
		}
	});

	test("lead to existing files and ids", async () => {
		const asset = folderAsset(folder);
		const paths = new Set(filesIn(folder).map(({ path }) => path));
		const missing: string[] = [];
		for (const [from, html] of pages) {
			for (const url of attributes(html, "href", "src")) {
				if (OTHER_PROJECTS.includes(url)) continue;
				const { pathname, hash } = new URL(url, `${BASE}/${from}`);
				if (isHandled(pathname)) continue;
				const path = pathname.slice(1).replace(/(^|\/)$/, "$1index.html");
				const ids = hash === "" ? undefined : attributes(pages.get(path) ?? "", "id");
				// The page of a clip is composed on request, so there is no file.
				const isThere = paths.has(path) || (await respond({ url: `${BASE}${pathname}` }, asset)).ok;
				if (!isThere || ids?.includes(hash.slice(1)) === false) missing.push(from, url);
			}
		}
		expect(missing).toEqual([]);
	});
});

test("every page says so if the tree is for hosts that only serve files", async () => {
	const mark = "hosts that only serve files";
	const { folder: files } = await publishRecords(named(["Boom"]), { runsCode: false });
	for (const [path, html] of pages) {
		expect(html).not.toContain(mark);
		expect(textOf(files, path)).toContain(mark);
	}
});

test("every page is in the navigation of all pages, and its sections in its own, by their headings", () => {
	const navs = (html: string): string[] =>
		Array.from(html.matchAll(/<nav [^>]*>([\s\S]*?)<\/nav>/g), ([, inside = ""]) => inside.trim());
	const listed = (nav: string): string[] =>
		[...nav.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)</g)].map(([, a, b]) => `${a} ${b}`);
	const headings = [...pages].map(([path, html]) => {
		const [, title] = /<h1>([^<]+)</.exec(html) ?? [];
		return `${path.replace("docs/index.html", "./").replace("docs/", "")} ${title}`;
	});
	for (const html of pages.values()) {
		const sections = [...html.matchAll(/<h2 id="([^"]+)"><a href="#\1">([^<]+)</g)];
		const [beside = "", above = "", neighbours = ""] = navs(html);
		const inside = listed(beside).filter((entry) => entry.startsWith("#"));
		expect(inside).toEqual(sections.map(([, id, title]) => `#${id} ${title}`));
		const all = listed(beside).filter((entry) => !entry.startsWith("#"));
		expect(all.toSorted()).toEqual(headings.toSorted());
		expect(above).toBe(beside);
		expect(attributes(beside, "aria-current")).toEqual(["page"]);
		const at = all.findIndex((entry) => entry.endsWith(` ${/<h1>([^<]+)</.exec(html)?.[1]}`));
		const around = [all[at - 1], all[at + 1]].filter((entry) => entry !== undefined);
		expect(attributes(neighbours, "href")).toEqual(around.map((entry) => entry.split(" ")[0]));
		expect(html).toMatch(/<meta name="description" content="[^<"]{20,}">/);
	}
});

test("no column of a table is empty", () => {
	for (const [path, html] of pages) {
		for (const [, table = ""] of html.matchAll(/<tbody>([\s\S]*?)<\/tbody>/g)) {
			const rows = table.split("<tr>").slice(1);
			const cells = rows.map((row) => row.split("<td>").slice(1));
			const empty = cells[0]?.filter((_, i) => cells.every((row) => row[i]?.startsWith("</td>")));
			expect(empty, path).toEqual([]);
		}
	}
});

describe("the documents as Markdown", () => {
	const documentOf = (path: string): string => textOf(folder, path.replace(/html$/, "md"));

	test("are beside their pages, which link to them", () => {
		for (const [path, html] of pages) {
			const [, address = ""] =
				/<link rel="alternate" href="([^"]+)" type="text\/markdown">/.exec(html) ?? [];
			expect(posix.join("docs", address)).toBe(path.replace(/html$/, "md"));
			expect(documentOf(path)).toContain(`# ${/<h1>([^<]+)</.exec(html)?.[1]}\n`);
		}
		expect(withCharset(CONTENT_TYPES.md ?? "")).toBe("text/markdown; charset=utf-8");
	});

	test("have every sample unchanged", () => {
		const all = [...pages.keys()].map(documentOf).join("\n");
		for (const topic of TOPICS) {
			for (const language of languagesOf(topic)) {
				const sample = sampleText(`${topic}.${language.extension}`, BASE);
				expect(all).toContain(`\n\n\`\`\`${language.code}\n${sample}\`\`\`\n`);
			}
		}
	});

	test("link to each other and to files of the tree", () => {
		const paths = new Set(filesIn(folder).map(({ path }) => path));
		const links = [...pages.keys()].flatMap((path) =>
			Array.from(documentOf(path).matchAll(/\]\(([^)#]+)[^)]*\)/g), ([, to = ""]) => to),
		);
		const own = links.filter((to) => !/^https:|^\.\.\/$/.test(to));
		expect(own.filter((to) => !paths.has(posix.join("docs", to)))).toEqual([]);
		expect(own.filter((to) => /^[^/]+\.html$/.test(to))).toEqual([]);
		expect(own).toContain("search.md");
	});
});

test("all commands that are named exist", () => {
	const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
	const named = [...pages.values()].flatMap((html) => [
		...html.matchAll(/(?:^|<code[^>]*>|npx --no )instants ([a-z]+)/gm),
	]);
	expect(named.length).toBeGreaterThan(10);
	expect(named.map(([, name = ""]) => name).filter((name) => !(name in scripts))).toEqual([]);
});

test("the examples in How search works are true", async () => {
	const rows = [
		...textOf(folder, "docs/search.md").matchAll(/^\| `(.+)` \| (.+) \| (.+) \|$/gm),
	].map(([, ...cells]) => cells);
	expect(rows.length).toBeGreaterThan(3);
	const { folder: tree } = await publishRecords(named(rows.flatMap(([, ...names]) => names)));
	for (const [query = "", finds, not] of rows) {
		const url = `${BASE}/api/v1/instants/?${new URLSearchParams({ name: query })}`;
		const answer = await respond({ url }, folderAsset(tree));
		const { results } = (await answer.json()) as { results: { name: string }[] };
		const found = results.map(({ name }) => name);
		expect({ query, finds: found.includes(finds ?? ""), not: found.includes(not ?? "") }).toEqual({
			query,
			finds: true,
			not: false,
		});
	}
});

test("markup in the address stays text", () => {
	const files = makeSite(siteFactsAt('http://a.test/"><script>alert(1)</script>')).files;
	for (const path of [...pages.keys()]) {
		const page = String(files.find((file) => file.path === path)?.content);
		expect(page).not.toContain("<script>alert");
		expect(page).toContain("&lt;script&gt;alert(1)");
	}
});

test("a name of a clip stays text in the documents and in their pages, whatever is in it", () => {
	const name = "Boom\n```\n\n# Owned\n\n[press](javascript:alert(1))\r```\r# Owned";
	const clip = { name, slug: "boom", color: "FF8800", image: null, description: "", tags: "" };
	const first = [{ ...clip, sound: `${BASE}/media/sounds/boom.mp3` }];
	const { files } = makeSite({ ...siteFactsAt(BASE), first });
	const textAt = (path: string) => String(files.find((file) => file.path === path)?.content);
	expect(textAt("docs/page.md")).not.toMatch(/^# Owned/m);
	expect(textAt("docs/page.md")).toContain('title="Boom&#10;```&#10;&#10;# Owned');
	expect(textAt("docs/page.html")).not.toMatch(/href="javascript:|<h1[^>]*>(?:<[^>]*>)?Owned/);
});

test("links of documents lead to pages and files, never to programs", () => {
	const { content } = renderDocument(
		"# A\n\n[a](search.md) [b](../openapi.json) [c](https://h.test) [d](javascript:alert) [e](data:text/html,x)",
	);
	expect(attributes(String(content), "href")).toEqual([
		"search.html",
		"../openapi.json",
		"https://h.test",
	]);
});
