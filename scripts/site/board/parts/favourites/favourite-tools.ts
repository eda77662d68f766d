/** The buttons that move favourites between devices. */

import { page } from "../../page/page-elements.ts";
import type { Favourites } from "../../state/favourites.ts";
import { withLater } from "../later/later.ts";
import { notify } from "../messages/notice.ts";

/** `added` is called after an import. */
export function connectFavouriteFiles(favourites: Favourites, added: () => void): void {
	page.exportFavourites.addEventListener("click", () =>
		withLater(({ exportFile }) => exportFile(favourites)),
	);
	page.importFavourites.addEventListener("click", () => page.importFile.click());
	page.importFile.addEventListener("change", () =>
		withLater(async ({ importFile }) => {
			notify([await importFile(page.importFile, favourites)]);
			added();
		}),
	);
}
