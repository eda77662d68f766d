/** The docs page as HTML: its links lead somewhere, it loads nothing from other origins, text stays text. */
import { beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "../../../scripts/openapi/document.ts";
import { docsPage } from "../../../scripts/site/docs/page.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
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

test("its policy allows no inline code and no other origin, and the page needs neither", () => {
	const [policy = ""] = attributes("content")
		.filter((value) => value.includes("default-src"))
		.map((value) => value.replaceAll("&#39;", "'"));
	expect(policy).toContain("default-src 'none'");
	expect(policy).not.toContain("unsafe");
	expect(policy).not.toMatch(/https?:|\*/);
	expect(html).not.toMatch(/<style|\sstyle=|\son\w+="/);
	expect(html.match(/<script[^>]*>[^<]/)).toBeNull();
});

test("only a tree for hosts that serve files alone says that it is one", async () => {
	const mark = "hosts that serve files alone";
	expect(html).not.toContain(mark);
	const { folder: files } = await publishRecords(named(["Boom"]), { parent, links: "path" });
	expect(textOf(files, "docs/index.html")).toContain(mark);
});

test("markup in the address or in the OpenAPI document stays text", async () => {
	const document = openApiDocument("http://a.test");
	const evil = '"><script>alert(1)</script>';
	const text = await docsPage(
		`http://a.test/${evil}`,
		{ ...document, info: { ...document.info, description: evil, title: evil } },
		{ style: "s.css", script: "s.js" },
	);
	expect(text).not.toContain("<script>alert");
	expect(text).toContain("&lt;script&gt;alert(1)");
});
