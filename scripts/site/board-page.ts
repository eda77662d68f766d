/** Puts the page of the board together from the markup of its parts. */
import { raw } from "hono/html";
import { fillTemplate } from "../bundling/template.ts";
import { SLOT } from "../contract/clip-page.ts";
import { escaped, type Markup } from "./docs/markup.ts";

const BOARD = new URL("board/", import.meta.url);

const PARTS = {
	icons: "looks/icons.html",
	bar: "parts/bar/bar.html",
	listing: "parts/listing/listing.html",
	footer: "parts/footer/footer.html",
	dock: "parts/strip/dock.html",
	sheet: "parts/card/dialog.html",
	keys: "parts/keys/keys.html",
} as const;

/**
 * @param kind the front page, the template for the pages of clips, or a page that says why there is none
 * @param facts the values of the slots in the parts
 * @param absence what the card says on a page without a clip
 */
export function boardPage(
	kind: "home" | "clip" | "missing",
	facts: Readonly<Record<string, string | Markup>>,
	{ title = "", text = "" } = {},
): string {
	const filled = (path: string, own = facts): string =>
		fillTemplate(new URL(path, BOARD), own, escaped).trimEnd();
	const card = filled("parts/card/card.html");
	const blank = withoutClip(card, {});
	const cards = { ...facts, card: raw(card), blank_card: raw(blank) };
	const page = kind === "home" ? "" : filled("parts/card/page.html", cards);
	const parts = Object.entries({ ...PARTS, head: `parts/head/${kind}.html` }).map(
		([name, path]) => [name, raw(filled(path, cards))],
	);
	const featured = raw(
		kind === "missing" ? withoutClip(page, { kind: " absent", name: title, about: text }) : page,
	);
	return filled("index.html", { ...facts, ...Object.fromEntries(parts), featured });
}

/** The markup with a card that shows no clip, and links to none. */
function withoutClip(markup: string, texts: Readonly<Record<string, string>>): string {
	return markup
		.replace(SLOT, (_, slot: string) => texts[slot] ?? "")
		.replace(/ (?:href|src)=""/g, "");
}
