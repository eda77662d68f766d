/** Moves favourites between devices: export to a file here, import it there. */
import { clipsInFile, type Favourites, FavouritesFileError, MAX_FILE_BYTES } from "./favourites.ts";
import { notify } from "./notice.ts";
import { page } from "./page-elements.ts";

const FILE_NAME = "favourites.json";

/** Makes the two buttons work. `added` is called after an import. */
export function connectFavouriteFiles(favourites: Favourites, added: () => void): void {
	page.exportFavourites.addEventListener("click", () => save(favourites.toFile()));
	page.importFavourites.addEventListener("click", () => page.importFile.click());
	page.importFile.addEventListener("change", async () => {
		const [file] = page.importFile.files ?? [];
		if (file === undefined) return;
		try {
			if (file.size > MAX_FILE_BYTES) throw new FavouritesFileError("This file is too large.");
			const clips = clipsInFile(await file.text());
			favourites.set(clips, true);
			notify([clips.length === 1 ? "1 favourite added." : `${clips.length} favourites added.`]);
			added();
		} catch (error) {
			const why =
				error instanceof FavouritesFileError ? error.message : "This file could not be read.";
			notify([why]);
		}
		// Otherwise choosing the same file again would not be a change.
		page.importFile.value = "";
	});
}

function save(text: string): void {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
	link.download = FILE_NAME;
	link.click();
	// The download has started by then. https://w3c.github.io/FileAPI/#creating-revoking
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
