/**
 * The markup of tags: their chips in the row above the board, and the heading above the clips with a tag, which
 * follow the clips found by name.
 */
import { html, type Markup } from "../../../../pages/markup.ts";

export function chip(tag: string): Markup {
	return html`<li><button type="button" aria-pressed="false" tabindex="-1" data-tag="${tag}" dir="auto">${tag}</button></li>`;
}

export function taggedHeading(tag: string, count: string): Markup {
	return html`<li class="heading"><h2>Tagged <bdi>${tag}</bdi> · ${count}</h2></li>`;
}
