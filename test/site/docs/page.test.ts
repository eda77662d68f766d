/** The docs page as HTML: its links lead somewhere, it loads nothing from other origins, text stays text. */
import { html as markup } from "hono/html";
import { beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "../../../scripts/openapi/document.ts";
import { docsFacts } from "../../../scripts/site/docs/facts.ts";
import { makeSite } from "../../../scripts/site/site-files.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { siteFactsAt } from "../../fixtures/site-facts.ts";
import { filesIn, textOf } from "../../fixtures/tree-files.ts";

const parent = temporaryFolder();
let folder: string;
let html: string;
beforeAll(async () => {
	({ folder } = await publishRecords(named(["Boom"]), { parent }));
	html = textOf(folder, "docs/index.html");
});

function attributes(name: string): string[] {
	return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value);
}

describe("URLs of the docs page", () => {
	const OTHER_PROJECTS = ["https://lucaong.github.io/minisearch/"];

	test("are relative, except for links to other projects", () => {
		const urls = [...attributes("href"), ...attributes("src"), ...attributes("action")];
		const absolute = urls.filter((url) => /^(?:[a-z]+:|\/)/.test(url));
		expect(new Set(absolute)).toEqual(new Set(OTHER_PROJECTS));
	});

	test("lead to files of the tree, or to the API", () => {
		const paths = new Set(filesIn(folder).map(({ path }) => `/${path}`));
		const urls = [...attributes("href"), ...attributes("src")].filter(
			(url) => !url.startsWith("#") && !OTHER_PROJECTS.includes(url),
		);
		const missing = urls
			.map((url) => new URL(url, "http://tree.test/docs/").pathname)
			.map((path) => path.replace(/\/$/, "/index.html"))
			.filter((path) => !paths.has(path));
		expect(missing).toEqual([]);
		expect(attributes("action")).toEqual(["../api/v1/instants/"]);
	});

	test("that begin with # lead to an id, and ids are unique", () => {
		const ids = attributes("id");
		expect(ids).toEqual([...new Set(ids)]);
		const missing = attributes("href").filter(
			(url) => url.startsWith("#") && !ids.includes(url.slice(1)),
		);
		expect(missing).toEqual([]);
	});
});

test("only a tree for hosts that serve files alone says that it is one", async () => {
	const mark = "hosts that serve files alone";
	expect(html).not.toContain(mark);
	const { folder: files } = await publishRecords(named(["Boom"]), { parent, links: "path" });
	expect(textOf(files, "docs/index.html")).toContain(mark);
});

test("every section is in the navigation, by its heading", () => {
	const [, navigation = ""] = /<nav[^>]*>([\s\S]*)<\/nav>/.exec(html) ?? [];
	const listed = [...navigation.matchAll(/<a href="#([^"]+)">([^<]+)</g)].map(([, ...a]) => a);
	const sections = [...html.matchAll(/<section id="([^"]+)">\s*<h2>([^<]+)</g)];
	expect(listed).toEqual(sections.map(([, ...section]) => section));
});

test("markup in the address or in the OpenAPI document stays text", async () => {
	const evil = '"><script>alert(1)</script>';
	const url = `http://a.test/${evil}`;
	const document = openApiDocument("http://a.test");
	const info = { ...document.info, description: evil, title: evil };
	const facts = docsFacts("http://a.test", { ...document, info }, "query");
	const pages = makeSite(siteFactsAt(url)).files;
	const page = pages.find(({ path }) => path === "docs/index.html")?.content;
	for (const text of [String(page), String(await markup`${Object.values(facts)}`)]) {
		expect(text).not.toContain("<script>alert");
		expect(text).toContain("&lt;script&gt;alert(1)");
	}
});
