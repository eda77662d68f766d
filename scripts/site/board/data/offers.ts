/** Other searches that find something: the tag that someone begins to type, and less than what found nothing. */
import { ask, hasApi } from "./api.ts";
import type { Search } from "./catalogue.ts";

export interface Offer extends Search {
	readonly count: number;
}

/** The tag that was offered last: the next letters mostly mean the same one. */
let last: { readonly tag: string; readonly offers: Promise<Offer[]> } | undefined;

/** Offers all clips with a tag, if there are any. */
export async function offersOfTag(tag: string | undefined): Promise<readonly Offer[]> {
	if (tag === undefined) return [];
	if (last?.tag !== tag) last = { tag, offers: useful([{ name: "", tags: [tag] }]) };
	const offers = await last.offers;
	if (offers.length === 0) last = undefined;
	return offers;
}

/** Offers less than a search that found nothing: without its tags or without its name, or else without its last word. */
export function lesserOffers({ name, tags }: Search): Promise<readonly Offer[]> {
	const rest = name.trim().replace(/\s*\S+$/, "");
	if (tags.length > 0 && name.trim() !== "") return useful([{ name, tags: [] }, { name: "", tags }]);
	// Where the page reads files itself, counting what so few letters find takes too many of them.
	return useful(tags.length === 0 && rest !== "" && hasApi() ? [{ name: rest, tags }] : []);
}

/** The searches that find something. One without an answer does not: offers are only an addition. */
async function useful(searches: readonly Search[]): Promise<Offer[]> {
	const offers = searches.map(async (search) => {
		const { count } = await ask(search, 1).catch(() => ({ count: 0 }));
		return { ...search, count };
	});
	return (await Promise.all(offers)).filter(({ count }) => count > 0);
}
