/** What the address bar says: the search, the page, the favourites, and the clip that was shared. */

/** What is looked at. */
export interface View {
	/** What was searched; empty for all clips. */
	readonly name: string;
	/** The first page in sight, of ten clips each, from 1. */
	readonly page: number;
	/** Whether only favourites are shown. */
	readonly favourites: boolean;
	/** The slug of a clip to point out; undefined for none. */
	readonly clip: string | undefined;
}

/** Everything, from its beginning. */
export const HOME: View = { name: "", page: 1, favourites: false, clip: undefined };

/** Reads an address. Whatever makes no sense is left out. */
export function parseView(url: URL): View {
	const page = Number(url.searchParams.get("page") ?? 1);
	const slug = url.hash.slice(1);
	return {
		name: url.searchParams.get("name") ?? "",
		page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
		favourites: url.searchParams.has("favourites"),
		clip: /^[a-z0-9_-]+$/.test(slug) ? slug : undefined,
	};
}

/** The address of a view on the page at `root`; whatever is as usual is left out. */
export function viewUrl(root: string, { name, page, favourites, clip }: View): string {
	const query = new URLSearchParams();
	if (favourites) query.set("favourites", "");
	else if (name !== "") query.set("name", name);
	if (page > 1) query.set("page", String(page));
	const text = query.toString().replace(/=(?=&|$)/, "");
	return `${root}${text === "" ? "" : `?${text}`}${clip === undefined ? "" : `#${clip}`}`;
}
