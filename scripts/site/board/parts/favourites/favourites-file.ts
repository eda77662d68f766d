/** Moves favourites between devices: export to a file here, import it there. */

import { page } from "../../page/page-elements.ts";
import { notify } from "../messages/notice.ts";
import { counted } from "../messages/outcome.ts";
import { type Favourites, favouritesIn } from "./favourites.ts";

const FILE_NAME = "favourites.json";
const VERSION = 1;
/** A favourite takes some 200 bytes, so a larger file is something else. */
const MAX_BYTES = 5_000_000;

/** Makes the two buttons work. `added` is called after an import. */
export function connectFavouriteFiles(favourites: Favourites, added: () => void): void {
	page.exportFavourites.addEventListener("click", () => exportFile(favourites));
	page.importFavourites.addEventListener("click", () => page.importFile.click());
	page.importFile.addEventListener("change", async () => {
		const [file] = page.importFile.files ?? [];
		if (file === undefined) return;
		notify([await importFile(file, favourites).catch(() => "This file could not be read.")]);
		added();
		// Otherwise choosing the same file again would not be a change.
		page.importFile.value = "";
	});
}

function exportFile({ stored }: Favourites): void {
	const text = JSON.stringify({ version: VERSION, favourites: stored }, null, "\t");
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
	link.download = FILE_NAME;
	link.click();
	// The download has started by then. https://w3c.github.io/FileAPI/#creating-revoking
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Adds all clips in a file, or none if one is damaged. Returns a sentence about the outcome. */
async function importFile(file: File, favourites: Favourites): Promise<string> {
	if (file.size > MAX_BYTES) return "This file is too large.";
	const json = JSON.parse(await file.text()) as { version?: unknown; favourites?: unknown } | null;
	if (json?.version !== VERSION || !Array.isArray(json.favourites)) {
		return "This is not a favourites file.";
	}
	const clips = favouritesIn(json.favourites);
	const damaged = json.favourites.length - clips.length;
	if (damaged > 0) {
		const are = damaged === 1 ? "is" : "are";
		return `${counted(damaged, "clip")} in this file ${are} damaged, so nothing was added.`;
	}
	favourites.set(clips, true);
	return `${counted(clips.length, "favourite")} added.`;
}
