/** Tiles or a list: what suits the names of the catalogue, as the build has found, unless someone chose the other. */
import { recall, remember } from "../../page/device.ts";
import { page } from "../../page/page-elements.ts";

const STORED_AS = "layout";

export function connectLayout(): void {
	const { board, layout } = page;
	const kept = recall(STORED_AS);
	if (kept === "list" || kept === "tiles") board.classList.toggle("list", kept === "list");
	layout.value = board.classList.contains("list") ? "list" : "tiles";
	layout.addEventListener("change", () => {
		board.classList.toggle("list", layout.value === "list");
		remember(STORED_AS, layout.value);
	});
}
