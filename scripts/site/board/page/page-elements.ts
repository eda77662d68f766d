/** The elements of the page that scripts use, and the facts that the build wrote into the page. */
import type { Instant } from "../../../contract/instant.ts";
import { rebased } from "../../../edge/rebase.ts";
import type { BuildFacts } from "./build-facts.ts";
import { BASE_URL } from "./site-root.ts";

/** Finds an element that must be there. Throws a TypeError when the page and its script are from different builds. */
export function within<T extends Element>(
	root: ParentNode,
	selector: string,
	type: new () => T,
): T {
	const element = root.querySelector(selector);
	if (!(element instanceof type)) throw new TypeError(`the page has no ${selector}`);
	return element;
}

const part = <T extends Element>(id: string, type: new () => T): T =>
	within(document, `#${id}`, type);

const script = within(document, "script[data-facts]", HTMLScriptElement);
export const facts = JSON.parse(script.dataset.facts ?? "") as BuildFacts;

/** Whether the page shows one clip alone, in a frame. */
export const isEmbedded = document.documentElement.classList.contains("embedded");

/** Matches elements that accept text: ours, or those of a browser extension. */
export const TEXT_FIELD = ":read-write, select";

/** A clip of this build, with media URLs for the address at which the site is served. */
export function clipHere(clip: Instant): Instant {
	return rebased(clip, facts.home, BASE_URL);
}

export const page = {
	siteTitle: part("site-title", HTMLElement),
	search: part("search", HTMLInputElement),
	favourites: part("favourites", HTMLButtonElement),
	favouriteCount: part("favourite-count", HTMLElement),
	mute: part("mute", HTMLButtonElement),
	volume: part("volume", HTMLInputElement),
	/** These two are only on clip pages. */
	featured: document.querySelector<HTMLElement>("#featured"),
	related: document.querySelector<HTMLElement>("#related"),
	status: part("status", HTMLElement),
	explained: part("explained", HTMLElement),
	said: part("said", HTMLElement),
	asked: part("asked", HTMLElement),
	random: part("random", HTMLButtonElement),
	tags: part("tags", HTMLUListElement),
	earlier: part("earlier", HTMLButtonElement),
	recents: part("recents", HTMLUListElement),
	board: part("board", HTMLUListElement),
	message: part("message", HTMLElement),
	messageTitle: part("message-title", HTMLElement),
	messageText: part("message-text", HTMLElement),
	messageAction: part("message-action", HTMLButtonElement),
	footer: part("footer", HTMLElement),
	offlineState: part("offline-state", HTMLElement),
	saveOffline: part("save-offline", HTMLButtonElement),
	strip: part("strip", HTMLElement),
	voices: part("voices", HTMLUListElement),
	stop: part("stop", HTMLButtonElement),
	stopWords: part("stop-words", HTMLElement),
	others: part("others", HTMLButtonElement),
	notice: part("notice", HTMLElement),
	noticeText: part("notice-text", HTMLElement),
	noticeAction: part("notice-action", HTMLButtonElement),
	sheet: part("sheet", HTMLDialogElement),
	layout: part("layout", HTMLSelectElement),
	playTo: part("play-to", HTMLElement),
	output: part("output", HTMLSelectElement),
	findOutputs: part("find-outputs", HTMLButtonElement),
	whyFind: part("why-find", HTMLElement),
	boardKeys: part("board-keys", HTMLInputElement),
	forget: part("forget", HTMLButtonElement),
	options: part("options", HTMLDialogElement),
	showOptions: part("show-options", HTMLButtonElement),
} as const;
