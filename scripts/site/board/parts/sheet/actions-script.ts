/** What the page loads once its first view is there: what people do with clips besides playing them. */
export { exportFile, importFile } from "../favourites/favourites-file.ts";
export { copyLink, shareLink, shareSound } from "./share.ts";
export { fillSheet } from "./sheet.ts";
