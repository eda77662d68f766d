/** The address of what the board shows, so that it can be bookmarked and shared. */
import { clipPagePath } from "../../../contract/clip-page.ts";
import { SLUG } from "../../../contract/instant.ts";
import { decodeUnreserved } from "../../../edge/route.ts";

export interface View {
	/** The search; empty for all clips. */
	readonly name: string;
	/** The first page in view, from 1. */
	readonly page: number;
	/** Of the favourites alone. */
	readonly favourites: boolean;
	/** Of the clips that have all of these tags alone. */
	readonly tags: readonly string[];
	/** The slug of the clip that is shown large above the others. */
	readonly clip: string | undefined;
	/** Whether the address is that of a clip page. */
	readonly isClipPage: boolean;
}

/** All clips, from the first. */
export const HOME: View = {
	name: "",
	page: 1,
	favourites: false,
	tags: [],
	clip: undefined,
	isClipPage: false,
};

/** Reads an address under `root`. Parts that make no sense are ignored. */
export function parseView(root: string, url: URL): View {
	const page = Number(url.searchParams.get("page") ?? 1);
	const path = decodeUnreserved(url.pathname).slice(
		decodeUnreserved(new URL(root).pathname).length,
	);
	const own = /^clips\/([^/]+)\/(?:index\.html)?$/.exec(path)?.[1];
	// Sites that share a clip page may add parameters.
	if (own !== undefined && SLUG.test(own)) return { ...HOME, clip: own, isClipPage: true };
	const slug = url.hash.slice(1);
	return {
		name: url.searchParams.get("name") ?? "",
		page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
		favourites: url.searchParams.has("favourites"),
		tags: url.searchParams.getAll("tag").filter((tag) => tag !== ""),
		clip: SLUG.test(slug) ? slug : undefined,
		isClipPage: false,
	};
}

/** The address of a view under `root`, without the parts that are defaults. */
export function viewUrl(root: string, view: View): string {
	const { name, page, favourites, tags, clip, isClipPage } = view;
	if (isClipPage && clip !== undefined) return `${root}${clipPagePath(clip).slice(1)}`;
	const query = new URLSearchParams();
	if (favourites) query.set("favourites", "");
	for (const tag of tags) query.append("tag", tag);
	if (name !== "") query.set("name", name);
	if (page > 1) query.set("page", String(page));
	const text = query.toString().replace(/=(?=&|$)/, "");
	return `${root}${text === "" ? "" : `?${text}`}${clip === undefined ? "" : `#${clip}`}`;
}

/**
 * The address of a clip.
 * @param hasPage whether there are clip pages; if not, the front page shows it
 */
export function clipUrl(root: string, slug: string, hasPage: boolean): string {
	return viewUrl(root, { ...HOME, clip: slug, isClipPage: hasPage });
}
