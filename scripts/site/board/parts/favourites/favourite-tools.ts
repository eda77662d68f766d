/** The buttons that move favourites between devices. */
import { page } from "../../page/page-elements.ts";
import { notify } from "../messages/notice.ts";
import { withActions } from "../sheet/clip-actions.ts";
import type { Favourites } from "./favourites.ts";

/** `added` is called after an import. */
export function connectFavouriteFiles(favourites: Favourites, added: () => void): void {
	page.exportFavourites.addEventListener("click", () =>
		withActions(({ exportFile }) => exportFile(favourites)),
	);
	page.importFavourites.addEventListener("click", () => page.importFile.click());
	page.importFile.addEventListener("change", () =>
		withActions(async ({ importFile }) => {
			const [file] = page.importFile.files ?? [];
			if (file === undefined) return;
			notify([await importFile(file, favourites).catch(() => "This file could not be read.")]);
			added();
			// Otherwise choosing the same file again would not be a change.
			page.importFile.value = "";
		}),
	);
}
