/** The docs pages as HTML: their links lead somewhere, they load nothing from other origins, text stays text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { html as markup } from "hono/html";
import { beforeAll, describe, expect, test } from "vitest";
import { HOSTS } from "../../../scripts/hosts/index.ts";
import { folderAsset } from "../../../scripts/hosts/server/folder-asset.ts";
import { openApiDocument } from "../../../scripts/openapi/document.ts";
import { docsFacts } from "../../../scripts/site/docs/facts.ts";
import { languagesOf, sampleText } from "../../../scripts/site/docs/samples.ts";
import { makeSite } from "../../../scripts/site/site-files.ts";
import { BASE, named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { respond } from "../../fixtures/respond.ts";
import { siteFactsAt } from "../../fixtures/site-facts.ts";
import { filesIn, textOf } from "../../fixtures/tree-files.ts";

const parent = temporaryFolder();
let folder: string;
/** The pages, by their paths. */
let pages: Map<string, string>;
beforeAll(async () => {
	({ folder } = await publishRecords(named(["Boom"]), { parent }));
	const names = filesIn(join(folder, "docs")).map(({ path }) => path);
	const paths = names.filter((name) => /^[^/]+\.html$/.test(name)).map((name) => `docs/${name}`);
	pages = new Map(paths.map((path) => [path, textOf(folder, path)]));
	expect(pages.size).toBe(9);
});

function attributes(html: string, ...names: string[]): string[] {
	const found = html.matchAll(new RegExp(`\\s(?:${names.join("|")})="([^"]*)"`, "g"));
	return [...found].map(([, value = ""]) => value);
}

describe("URLs of the docs pages", () => {
	const OTHER_PROJECTS = [
		"https://astro.build",
		"https://fastify.dev",
		"https://github.com/typicode/json-server",
		"https://lucaong.github.io/minisearch/",
		"https://nodejs.org",
		"https://oembed.com/",
		"https://pagefind.app",
		"https://semver.org",
		"https://www.11ty.dev",
		"https://www.sqlite.org/fts5.html",
	];

	test("are relative, except for links to other projects and the canonical one", () => {
		for (const [path, html] of pages) {
			const page = `${BASE}/${path.replace("index.html", "")}`;
			const absolute = attributes(html, "href", "src", "action").filter((url) =>
				/^(?:[a-z]+:|\/)/.test(url),
			);
			expect(absolute.filter((url) => !OTHER_PROJECTS.includes(url))).toEqual([page]);
		}
	});

	test("lead to files of the tree and to ids that are there, or to the API", () => {
		const paths = new Set(filesIn(folder).map(({ path }) => path));
		const missing: string[] = [];
		for (const [from, html] of pages) {
			for (const url of attributes(html, "href", "src")) {
				if (OTHER_PROJECTS.includes(url)) continue;
				const { pathname, hash } = new URL(url, `${BASE}/${from}`);
				const path = pathname.slice(1).replace(/(^|\/)$/, "$1index.html");
				const ids = hash === "" ? undefined : attributes(pages.get(path) ?? "", "id");
				if (!paths.has(path) || ids?.includes(hash.slice(1)) === false) missing.push(from, url);
			}
		}
		expect(missing).toEqual([]);
		expect(attributes(pages.get("docs/index.html") ?? "", "action")).toEqual([
			"../api/v1/instants/",
		]);
	});

	test("have ids that are unique on their page", () => {
		for (const html of pages.values()) {
			const ids = attributes(html, "id");
			expect(ids).toEqual([...new Set(ids)]);
		}
	});
});

test("only a tree for hosts that serve files alone says that it is one, on every page", async () => {
	const mark = "hosts that serve files alone";
	const { folder: files } = await publishRecords(named(["Boom"]), { parent, links: "path" });
	for (const [path, html] of pages) {
		expect(html).not.toContain(mark);
		expect(textOf(files, path)).toContain(mark);
	}
});

test("every page is in the navigation of all, and its sections in its own, by their headings", () => {
	const listed = (html: string): string[] => {
		const [, navigation = ""] = /<nav[^>]*>([\s\S]*)<\/nav>/.exec(html) ?? [];
		return [...navigation.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)</g)].map(
			([, a, b]) => `${a} ${b}`,
		);
	};
	const headings = [...pages].map(([path, html]) => {
		const [, title] = /<h1>([^<]+)</.exec(html) ?? [];
		return `${path.replace("docs/index.html", "./").replace("docs/", "")} ${title}`;
	});
	for (const html of pages.values()) {
		const sections = [...html.matchAll(/<section id="([^"]+)">\s*<h2>([^<]+)</g)];
		const own = listed(html).filter((entry) => entry.startsWith("#"));
		expect(own).toEqual(sections.map(([, id, title]) => `#${id} ${title}`));
		const all = listed(html).filter((entry) => !entry.includes("#"));
		const elsewhere = [...pages].flatMap(([path, other]) =>
			attributes(other, "id")
				.filter((id) => other !== html && other.includes(`<section id="${id}">`))
				.map((id) => `${path.replace("docs/index.html", "./").replace("docs/", "")}#${id}`),
		);
		const found = listed(html).filter((entry) => /^[^#]+#/.test(entry));
		expect(found.map((entry) => entry.split(" ")[0]).toSorted()).toEqual(elsewhere.toSorted());
		expect(all.toSorted()).toEqual(headings.toSorted());
		expect(attributes(html, "aria-current")).toEqual(["page"]);
		expect(html).toMatch(/<meta name="description" content="[^<"]{20,}">/);
	}
});

test("all commands that are named are there", () => {
	const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
	const named = [...pages.values()].flatMap((html) => [
		...html.matchAll(/(?:^|<code[^>]*>|npx --no )instants ([a-z]+)/gm),
	]);
	expect(named.length).toBeGreaterThan(10);
	expect(named.map(([, name = ""]) => name).filter((name) => !(name in scripts))).toEqual([]);
});

test("how to publish names every host", () => {
	const html = pages.get("docs/publish.html") ?? "";
	const missing = HOSTS.filter(({ name }) => !html.includes(`<td><code>${name}</code>`));
	const others = missing.filter(({ name }) => !html.includes(`, <code>${name}</code>`));
	expect(others).toEqual([]);
});

test("how search works is true", async () => {
	const rows = [
		...(pages.get("docs/search.html") ?? "").matchAll(
			/<tr><td><code>([^<]+)<\/code><\/td><td>([^<]+)<\/td><td>([^<]+)<\/td><\/tr>/g,
		),
	].map(([, ...cells]) => cells);
	expect(rows.length).toBeGreaterThan(3);
	const { folder: tree } = await publishRecords(named(rows.flatMap(([, ...names]) => names)), {
		parent,
	});
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

test("code in colour has the same text as the sample", () => {
	const [, shown = ""] =
		/aria-label="Sample in HTML"><code[^>]*>([\s\S]*?)<\/code>/.exec(
			pages.get("docs/page.html") ?? "",
		) ?? [];
	expect(shown).toContain('<span class="hljs-keyword">const</span>');
	const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
	const text = shown
		.replace(/<[^>]+>/g, "")
		.replace(/&(\w+|#x27);/g, (entity, name: string) => characters[name] ?? entity);
	const [html] = languagesOf("player");
	expect(text).toBe(html && sampleText("player", html, BASE));
});

test("markup in the address or in the OpenAPI document stays text", async () => {
	const evil = '"><script>alert(1)</script>';
	const url = `http://a.test/${evil}`;
	const document = openApiDocument("http://a.test");
	const info = { ...document.info, description: evil, title: evil };
	const facts = docsFacts("http://a.test", { ...document, info }, "query");
	const files = makeSite(siteFactsAt(url)).files;
	const page = files.find(({ path }) => path === "docs/index.html")?.content;
	for (const text of [String(page), String(await markup`${Object.values(facts)}`)]) {
		expect(text).not.toContain("<script>alert");
		expect(text).toContain("&lt;script&gt;alert(1)");
	}
});
