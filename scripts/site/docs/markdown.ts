/** Renders Markdown documents as HTML. */
import highlighter from "highlight.js/lib/common";
import { Marked, type MarkedToken, Parser, TextRenderer, type Tokens } from "marked";
import { escaped, html, type Markup, raw } from "../../pages/markup.ts";
import { LANGUAGES } from "./samples.ts";

export interface RenderedDocument {
	readonly heading: string;
	/** The first paragraph, without its markup. */
	readonly lead: string;
	readonly sections: readonly { readonly id: string; readonly title: string }[];
	/** Everything after the heading. */
	readonly content: Markup;
}

/** Matches http(s) links, and relative links, which have no scheme. */
const LINK = /^(?:https?:|(?![a-z][a-z0-9+.-]*:))/i;

const marked = new Marked({
	renderer: {
		// The base URL may contain any character, so HTML in a document is escaped.
		html: ({ text }) => escaped(text),
		heading({ depth, text, tokens }) {
			const id = idOf(text);
			return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
		},
		link({ href, tokens }) {
			const text = this.parser.parseInline(tokens);
			return LINK.test(href) ? `<a href="${escaped(pageAddress(href))}">${text}</a>` : text;
		},
		code: (block) => String(codeBlock(block)),
	},
});

/**
 * @param live the results of some samples, which are shown below the samples, by the second word after the
 * opening fence
 */
export function renderDocument(
	markdown: string,
	live: Readonly<Record<string, Markup>> = {},
): RenderedDocument {
	const tokens = marked.lexer(markdown) as MarkedToken[];
	const headings = tokens.filter((token) => token.type === "heading");
	const content = grouped(tokens.slice(1)).map((group) =>
		group.every(isSample) ? sample(group, live) : raw(marked.parser(group)),
	);
	const lead = tokens.find((token) => token.type === "paragraph");
	return {
		heading: headings[0]?.text ?? "",
		lead: Parser.parseInline(lead?.tokens ?? [], { renderer: new TextRenderer() as never }),
		sections: headings
			.filter(({ depth }) => depth === 2)
			.map(({ text }) => ({ id: idOf(text), title: text })),
		content: html`${content}`,
	};
}

/** The same id as on GitHub, so that links work there too. */
function idOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^a-z0-9 _-]/g, "")
		.replaceAll(" ", "-");
}

/** Markdown documents link to each other, but pages must link to pages. */
function pageAddress(href: string): string {
	return href.replace(/^(\w+)\.md(?=#|$)/, "$1.html").replace(/^index\.html/, "./");
}

/** The words after the opening fence of a code block. */
const wordsOf = ({ lang = "" }: Tokens.Code): string[] => lang.split(" ");

const languageOf = (block: Tokens.Code) => LANGUAGES.find(({ code }) => code === wordsOf(block)[0]);

const isSample = (token: MarkedToken): token is Tokens.Code =>
	token.type === "code" && languageOf(token) !== undefined;

/**
 * Groups tokens: consecutive code blocks, which are the same sample in several languages, form a group; all other
 * tokens stay alone.
 */
function grouped(tokens: readonly MarkedToken[]): MarkedToken[][] {
	const groups: MarkedToken[][] = [];
	for (const token of tokens) {
		const last = groups.at(-1);
		if (token.type === "space") continue;
		if (isSample(token) && last?.every(isSample)) last.push(token);
		else groups.push([token]);
	}
	return groups;
}

/** Wide code scrolls, so the keyboard must be able to reach it. */
function codeBlock(block: Tokens.Code, isShown = true): Markup {
	const { text } = block;
	const [lang = ""] = wordsOf(block);
	const coloured = highlighter.getLanguage(lang)
		? raw(highlighter.highlight(text, { language: lang }).value)
		: text;
	return html`<pre tabindex="0" role="group" aria-label="Code" class="${isShown ? "shown" : ""}" data-language="${lang}"><code>${coloured}</code></pre>\n`;
}

/** A code sample with buttons that copy it and choose its language; a script makes them work. */
function sample(blocks: readonly Tokens.Code[], live: Readonly<Record<string, Markup>>): Markup {
	const buttons = blocks.map(
		(block, i) =>
			html`<button type="button" data-choose="${wordsOf(block)[0] ?? ""}" aria-pressed="${String(i === 0)}">${languageOf(block)?.title ?? ""}</button>`,
	);
	const codes = blocks.map((block, i) => codeBlock(block, i === 0));
	const choices = html`<div class="choices" role="group" aria-label="Language">${buttons}</div>`;
	const made = blocks.map((block) => live[wordsOf(block)[1] ?? ""]);
	return html`<div class="sample"><div class="tools">${blocks.length > 1 ? choices : ""}<button type="button" class="copy" hidden>Copy</button></div>${codes}${made}</div>\n`;
}
