/**
 * The markup of a board besides its tiles: the tools, the buttons for arranging it, and the dialog for sharing
 * it.
 */
import type { Instant } from "../../../../contract/instant.ts";
import { html, type Markup } from "../../../../pages/markup.ts";
import type { Board } from "../../state/view.ts";
import { icon, labelFor } from "../tile/markup.ts";

function tool(name: string, words: string, more?: Markup): Markup {
	return html`<button class="tool ${name}" type="button" aria-label="${words}"${more}>${icon(name)}<span class="words">${words}</span></button>`;
}

/**
 * The tools of a board. A board from a link can be saved; favourites can be arranged.
 * @param board undefined for favourites
 * @param language the language of the title
 */
export function tools(board: Board | undefined, language: string, canFill: boolean): Markup {
	const title =
		board?.title &&
		html`<h2 class="board-title" title="${board.title}"><bdi dir="auto" lang="${language}">${board.title}</bdi></h2>`;
	const first = board
		? html`<button class="keep" type="button">Keep this board</button>`
		: tool("arrange", "Arrange", html` aria-pressed="false"`);
	const fill = canFill && tool("fullscreen", "Full screen", html` aria-pressed="false"`);
	return html`<div class="tools">${title}${first}${tool("share", "Share")}${fill}<span class="unseen" role="status"></span></div>`;
}

/** The labels of a tile's buttons while a board is arranged. */
const MOVES = { earlier: "Move earlier", later: "Move later", remove: "Remove" } as const;

export type Move = keyof typeof MOVES;

/** @param tabIndex as on the button of the clip: the Tab key reaches one tile of the board */
export function moves(clip: Instant, tabIndex: number): Markup {
	const buttons = Object.entries(MOVES).map(
		([move, words]) =>
			html`<button class="move round" type="button" tabindex="${String(tabIndex)}" data-move="${move}" aria-label="${labelFor(words, clip)}" title="${words}">${icon(move === "remove" ? "close" : "up")}</button>`,
	);
	return html`<div class="moves">${buttons}</div>`;
}

/** A key's label on a dome. For screen readers, the button has an attribute that names the key. */
export function keyCap(key: string): Markup {
	return html`<kbd class="cap" aria-hidden="true">${key}</kbd>`;
}

/** @param note says what the link leaves out; may be empty */
export function shareDialog(maxTitle: number, note: string): Markup {
	return html`<dialog class="sheet share-board" aria-labelledby="share-title"><form method="dialog"><button class="close round" type="submit" aria-label="Close">${icon("close")}</button></form><h2 id="share-title">Share this board</h2><form class="share-form"><label>Title (optional) <input name="title" maxlength="${String(maxTitle)}" autocomplete="off"></label><p>${note}</p><button type="submit">${icon("share")}Share link</button></form></dialog>`;
}
