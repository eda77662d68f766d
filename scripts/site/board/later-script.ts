/** What the page loads once someone uses it: what the first view and the first sound do without. */
export { exportFile, importFile } from "./parts/favourites/favourites-file.ts";
export { connectOrder, moveFavourite } from "./parts/favourites/order.ts";
export { showOptions } from "./parts/footer/options.ts";
export { randomOf } from "./parts/listing/random.ts";
export { copyLink, shareLink, shareSound } from "./parts/sheet/share.ts";
export { fillSheet } from "./parts/sheet/sheet.ts";
export { obeyMediaKeys } from "./sound/media-session.ts";
