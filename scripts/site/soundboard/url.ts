/** The address of what the board shows, so that it can be bookmarked and shared. */
import { clipPagePath } from "../../contract/clip-page.ts";
import { SLUG } from "../../contract/instant.ts";

export interface View {
	/** The search; empty for all clips. */
	readonly name: string;
	/** The first page in view, from 1. */
	readonly page: number;
	readonly favourites: boolean;
	/** The slug of the clip that is shown large above the others. */
	readonly clip: string | undefined;
	/** Whether the address is that of the clip's own page. */
	readonly isClipPage: boolean;
}

/** All clips, from the first. */
export const HOME: View = {
	name: "",
	page: 1,
	favourites: false,
	clip: undefined,
	isClipPage: false,
};

/** Reads an address. Parts that make no sense are ignored. */
export function parseView(url: URL): View {
	const page = Number(url.searchParams.get("page") ?? 1);
	const own = /\/clips\/([^/]+)\/$/.exec(url.pathname)?.[1];
	const slug = own ?? url.hash.slice(1);
	return {
		name: url.searchParams.get("name") ?? "",
		page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
		favourites: url.searchParams.has("favourites"),
		clip: SLUG.test(slug) ? slug : undefined,
		isClipPage: own !== undefined,
	};
}

/** The address of a view under `root`, without the parts that are defaults. */
export function viewUrl(root: string, { name, page, favourites, clip, isClipPage }: View): string {
	if (isClipPage && clip !== undefined) return `${root}${clipPagePath(clip).slice(1)}`;
	const query = new URLSearchParams();
	if (favourites) query.set("favourites", "");
	else if (name !== "") query.set("name", name);
	if (page > 1) query.set("page", String(page));
	const text = query.toString().replace(/=(?=&|$)/, "");
	return `${root}${text === "" ? "" : `?${text}`}${clip === undefined ? "" : `#${clip}`}`;
}
