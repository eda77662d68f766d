/** The markup of a chip: a tag in the row above the board. */
import { html, type Markup } from "../../../../pages/markup.ts";

export function chip(tag: string): Markup {
	return html`<li><button type="button" aria-pressed="false" tabindex="-1" data-tag="${tag}" dir="auto">${tag}</button></li>`;
}
