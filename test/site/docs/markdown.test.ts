/** The documents as Markdown: whole, and beside their pages. */
import { posix } from "node:path";
import { expect, test } from "vitest";
import { CONTENT_TYPES, withCharset } from "../../../scripts/hosts/content-types.ts";
import { markdownOf } from "../../../scripts/site/docs/markdown.ts";
import { languagesOf, sampleText, TOPICS } from "../../../scripts/site/docs/samples.ts";
import { BASE, named, publishRecords } from "../../fixtures/published.ts";
import { filesIn, textOf } from "../../fixtures/tree-files.ts";

const { folder } = await publishRecords(named(["Boom"]));
const paths = filesIn(folder).map(({ path }) => path);
const documents = paths
	.filter((path) => /^docs\/[^/]+\.md$/.test(path))
	.map((path) => ({
		path,
		text: textOf(folder, path),
		page: textOf(folder, path.replace(/md$/, "html")),
	}));

const CHARACTERS = {
	"&lt;": "<",
	"&#x27;": "'",
	"&gt;": ">",
	"&quot;": '"',
	"&#39;": "'",
	"&amp;": "&",
};

function withoutMarkup(html: string): string {
	return Object.entries(CHARACTERS).reduce(
		(text, [name, character]) => text.replaceAll(name, character),
		html.replace(/<[^>]+>/g, ""),
	);
}

function withoutBlocks(markdown: string): string {
	return markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, "");
}

test("every page links to its Markdown", () => {
	const pages = paths.filter((path) => /^docs\/[^/]+\.html$/.test(path));
	expect(documents.map(({ path }) => path.replace(/md$/, "html"))).toEqual(pages);
	for (const { path, page } of documents) {
		const [, address = ""] =
			/<link rel="alternate" href="([^"]+)" type="text\/markdown">/.exec(page) ?? [];
		expect(posix.join("docs", address)).toBe(path);
	}
});

test("it has every heading of the page but those of the form", () => {
	for (const { path, text, page } of documents) {
		const shown = page.replace(/<section id="try">[\s\S]*?<\/section>/, "");
		const headings = Array.from(
			shown.matchAll(/<h([1-4])[^>]*>(.*?)(?:<a class="link".*?)?<\/h\1>/gs),
			([, level, title = ""]) => `${"#".repeat(Number(level))} ${withoutMarkup(title)}`,
		);
		const lines = withoutBlocks(text).split("\n");
		expect(
			lines.filter((line) => /^#+ /.test(line)),
			path,
		).toEqual(headings);
	}
});

test("it has every sample as it is, and every other block of code", () => {
	const all = documents.map(({ text }) => text).join("\n");
	for (const topic of TOPICS) {
		for (const language of languagesOf(topic)) {
			const sample = sampleText(topic, language, BASE);
			expect(all).toContain(`\n\n\`\`\`${language.code}\n${sample}\n\`\`\`\n`);
		}
	}
	for (const { path, text, page } of documents) {
		const shown = page.replace(/<section id="try">[\s\S]*?<\/section>/, "");
		const codes = Array.from(shown.matchAll(/<code\b[^>]*>(.*?)<\/code>/gs), ([, code = ""]) =>
			withoutMarkup(code),
		);
		const [content = ""] = /<main[\s\S]*/.exec(shown) ?? [];
		expect(content).not.toBe("");
		const missing = codes.filter((code) => !text.includes(code.replaceAll("|", "\\|")));
		expect(
			missing.filter((code) => !text.includes(code)),
			path,
		).toEqual([]);
	}
});

test("its links lead to files of the tree, and to Markdown where there is some", () => {
	for (const { path, text } of documents) {
		const links = Array.from(withoutBlocks(text).matchAll(/\]\(([^)]*)\)/g), ([, to = ""]) => to);
		const own = links.filter((to) => !/^https:/.test(to));
		const files = own.map((to) => posix.join("docs", to.replace(/#.*$/, "")));
		const places = files.map((file) =>
			file.replace(/^$|\/$/, "/index.html").replace(/^\.$|^\.?\//, ""),
		);
		expect(
			places.filter((file) => !paths.includes(file) && file !== "index.html"),
			path,
		).toEqual([]);
		expect(files.filter((file) => /^docs\/[^/]+\.html$/.test(file))).toEqual([]);
	}
	expect(documents.some(({ text }) => text.includes("](search.md)"))).toBe(true);
});

test("it is sent as Markdown in UTF-8", () => {
	expect(withCharset(CONTENT_TYPES.md ?? "")).toBe("text/markdown; charset=utf-8");
});

test("text is not taken for Markdown, and code not for its end", () => {
	expect(markdownOf("<p>a_b *c* [d] &lt;e&gt; &amp;lt;</p>")).toBe(
		"a\\_b \\*c\\* \\[d\\] \\<e> &lt;\n",
	);
	expect(markdownOf("<p><code>a`b</code></p>")).toBe("`` a`b ``\n");
	expect(markdownOf('<pre><code class="language-bash">```\n&lt;</code></pre>')).toBe(
		"````bash\n```\n<\n````\n",
	);
	expect(markdownOf("<table><tr><th>a</th></tr><tr><td><code>b|c</code></td></tr></table>")).toBe(
		"| a |\n| --- |\n| `b\\|c` |\n",
	);
});
