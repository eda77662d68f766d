/** Colours the code of a page when it is built, so that the page needs no script for it. */
import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import xml from "highlight.js/lib/languages/xml";
import { unescaped } from "./markup.ts";

const LANGUAGES = { bash, javascript, json, python, html: xml };
for (const [name, language] of Object.entries(LANGUAGES)) {
	highlighter.registerLanguage(name, language);
}

/** HTML whose `<code class="language-…">` is text, with the parts of that text marked up. */
export function coloured(page: string): string {
	return page.replace(
		/(<code class="language-(\w+)">)([^<]*)(?=<\/code>)/g,
		(_, start: string, language: string, escaped: string) => {
			const code = unescaped(escaped);
			return start + highlighter.highlight(code, { language }).value;
		},
	);
}
