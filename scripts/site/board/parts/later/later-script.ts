/** What the page loads once someone uses it, or has it offline: what the first view and the first sound do without. */

export { obeyMediaKeys } from "../../sound/media-session.ts";
export { showOffline } from "../footer/offline-line.ts";
export { closeFromOutside, showOptions } from "../sheet/dialog.ts";
export { copyLink, shareLink, shareSound } from "../sheet/share.ts";
export { fillSheet } from "../sheet/sheet.ts";
