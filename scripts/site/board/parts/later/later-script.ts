/** The script that the page loads on first use: nothing in it is needed for the first view or the first sound. */

export { obeyMediaKeys } from "../../sound/media-session.ts";
export { showOffline } from "../footer/offline-line.ts";
export { closeFromOutside, showOptions } from "../sheet/dialog.ts";
export { copyLink, fillSheet, shareLink, shareSound } from "../sheet/sheet.ts";
