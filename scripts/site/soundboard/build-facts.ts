/** What the build has written into the page about itself. */
import type { Home } from "../../edge/rebase.ts";
import { page, within } from "./page-elements.ts";

const { dataset } = within(document, "script[data-search]", HTMLScriptElement);

/** What the build was made for: the site may be at another address. */
export const HOME: Home = {
	base_url: dataset.base ?? "",
	media: dataset.media === "remote" ? "remote" : "local",
};

/** The path of the script that answers the API in the page. */
export const SEARCH_SCRIPT = `/${dataset.search}`;

/** The path of the script that looks through all clips of a small catalogue. */
export const MATCHES_SCRIPT = `/${dataset.matches}`;

/** Whether there are so few clips that the page may hold them all. */
export const FITS_IN_HAND = page.order.dataset.inHand === "true";

/** Whether the build is for hosts that run no code, which cannot answer the API. */
export const IS_FOR_FILES_ONLY = dataset.links === "path";

/** Whether the listing starts with the last clip of the index of all names. */
export const IS_NEWEST_FIRST = dataset.order === "newest";

/** Whether clips have pages of their own. */
export const HAS_CLIP_PAGES = dataset.clips === "true";

/** Whether the index of all names is small enough to load it for a guess. */
export const CAN_GUESS = dataset.guesses === "true";
