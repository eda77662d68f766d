/** What the page loads once someone uses it, or has it offline: what the first view and the first sound do without. */
export { showOffline } from "./offline/offline-line.ts";
export { exportFile, importFile } from "./parts/favourites/favourites-file.ts";
export { connectOrder, moveFavourite } from "./parts/favourites/order.ts";
export { showOptions } from "./parts/footer/options.ts";
export { playRandom } from "./parts/listing/random.ts";
export { closeFromOutside } from "./parts/sheet/dialog.ts";
export { copyLink, shareLink, shareSound } from "./parts/sheet/share.ts";
export { fillSheet } from "./parts/sheet/sheet.ts";
export { obeyMediaKeys } from "./sound/media-session.ts";
