/** Puts the page of the board together from the markup of its parts. */
import { raw } from "hono/html";
import { fillTemplate } from "../bundling/template.ts";
import { escaped, type Markup } from "./docs/markup.ts";

const BOARD = new URL("board/", import.meta.url);

const PARTS = {
	icons: "looks/icons.html",
	bar: "parts/bar/bar.html",
	listing: "parts/listing/listing.html",
	footer: "parts/footer/footer.html",
	dock: "parts/strip/dock.html",
	sheet: "parts/sheet/sheet.html",
	keys: "parts/keys/keys.html",
} as const;

/**
 * @param kind the front page, or the template for the pages of clips
 * @param facts the values of the slots in the parts
 */
export function boardPage(
	kind: "home" | "clip",
	facts: Readonly<Record<string, string | Markup>>,
): string {
	const paths = {
		...PARTS,
		head: `parts/head/${kind}.html`,
		featured: `parts/featured/${kind}.html`,
	};
	const filled = (path: string, own = facts): string =>
		fillTemplate(new URL(path, BOARD), own, escaped);
	const parts = Object.entries(paths).map(([name, path]) => [name, raw(filled(path).trimEnd())]);
	return filled("index.html", { ...facts, ...Object.fromEntries(parts) });
}
