/** The same documents as Markdown, for programs that read for people. node-html-markdown would lose the code in tables and links, and be a twelfth of the package. */
import { unescaped } from "./markup.ts";

/** What only a page in a browser has. */
const FOR_BROWSERS = [
	/<section [^>]*>(?:(?!<\/section>).)*<form.*?<\/section>/gs,
	/<(button|figure)\b.*?<\/\1>/gs,
	/<p class="language">.*?<\/p>/gs,
];

/** What stands in front of an element, and after it. */
const ELEMENTS: Readonly<Record<string, readonly [string, string]>> = {
	h1: ["\n\n# ", "\n\n"],
	h2: ["\n\n## ", "\n\n"],
	h3: ["\n\n### ", "\n\n"],
	h4: ["\n\n#### ", "\n\n"],
	p: ["\n\n", "\n\n"],
	ul: ["\n\n", "\n\n"],
	li: ["\n- ", ""],
	dt: ["\n\n**", "**\n\n"],
	dd: ["\n\n", "\n\n"],
	summary: ["\n\n", "\n\n"],
	b: ["**", "**"],
	strong: ["**", "**"],
};

/** A document as Markdown, from the HTML that its page shows. */
export function markdownOf(page: string): string {
	const html = FOR_BROWSERS.reduce((rest, pattern) => rest.replace(pattern, ""), page);
	const codes: string[] = [];
	const keep = (code: string): string => `<kept ${codes.push(code) - 1}>`;
	const restored = (text: string): string =>
		text.replace(/<kept (\d+)>/g, (_, i: string) => codes[Number(i)] ?? "");
	const text = html
		.replace(
			/<pre[^>]*><code(?: class="language-(\w+)")?>(.*?)<\/code><\/pre>/gs,
			(_, language = "", code: string) => `<p>${keep(block(language, plain(code)))}</p>`,
		)
		.replace(/<code[^>]*>(.*?)<\/code>/gs, (_, code: string) => keep(span(plain(code))))
		.replace(/\s+/g, " ")
		.replace(/<[^>]*>|&lt;|[\\`*_[\]]/g, (part) => (part.startsWith("<") ? part : `\\${part}`))
		.replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g, link)
		.replace(/<table>(.*?)<\/table>/g, (_, rows: string) => `<p>${keep(table(rows, restored))}</p>`)
		.replace(/<(\/?)(?!kept )(\w+)[^>]*>/g, (_, end: string, name: string) => {
			return ELEMENTS[name]?.[end === "" ? 0 : 1] ?? "";
		})
		.replace(/ *\n */g, "\n")
		.replace(/\n{3,}/g, "\n\n");
	return `${restored(plain(text)).trim()}\n`;
}

/** Without markup, and its characters as they are. */
function plain(html: string): string {
	return unescaped(html.replace(/<(?!kept )[^>]*>/g, ""));
}

/** As many backticks as the code does not have. */
function fence(code: string, least: number): string {
	const runs = Array.from(code.matchAll(/`+/g), ([run]) => run.length + 1);
	return "`".repeat(Math.max(least, ...runs));
}

function block(language: string, code: string): string {
	const marks = fence(code, 3);
	return `${marks}${language}\n${code}\n${marks}`;
}

function span(code: string): string {
	const marks = fence(code, 1);
	const space = code.includes("`") ? " " : "";
	return `${marks}${space}${code}${space}${marks}`;
}

/** To the Markdown of another page. Its places have no addresses there. */
function link(_: string, address: string, text: string): string {
	if (address.startsWith("#")) return text;
	return `[${text}](${address.replace(/^\.\/$/, "index.html").replace(/^([\w-]+)\.html(?:#.*)?$/, "$1.md")})`;
}

function table(rows: string, restored: (text: string) => string): string {
	const lines = Array.from(rows.matchAll(/<tr[^>]*>(.*?)<\/tr>/g), ([, cells = ""]) => {
		const texts = Array.from(cells.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g), ([, cell = ""]) =>
			restored(plain(cell)).trim().replaceAll("|", "\\|"),
		);
		return texts;
	});
	const [head = [], ...body] = lines;
	const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
	return [head, head.map(() => "---"), ...body].map(line).join("\n");
}
