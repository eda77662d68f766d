/**
 * Suggests other searches that find something: the tag that someone is typing, and shorter forms of a
 * search that found nothing.
 */
import { ask, hasApi } from "./api.ts";
import type { Search } from "./catalogue.ts";

export interface Offer extends Search {
	readonly count: number;
}

/** The tag that was offered last, since the next letters usually mean the same one. */
let last: { readonly tag: string; readonly offers: Promise<Offer[]> } | undefined;

/** Offers all clips with a tag, if there are any. */
export async function offersOfTag(tag: string | undefined): Promise<readonly Offer[]> {
	if (tag === undefined) return [];
	if (last?.tag !== tag) last = { tag, offers: useful([{ name: "", tags: [tag] }]) };
	const offers = await last.offers;
	if (offers.length === 0) last = undefined;
	return offers;
}

/** Offers shorter forms of a search that found nothing: without its tags or without its name, or else without its last word. */
export function lesserOffers({ name: typed, tags }: Search): Promise<readonly Offer[]> {
	const name = typed.trim();
	const less = (name: string, ...tags: readonly string[]): Search => ({ name, tags });
	if (tags.length > 0) return useful(name === "" ? [] : [less(name), less("", ...tags)]);
	const rest = name.split(/\s+/).slice(0, -1).join(" ");
	// Where the page reads files itself, counting the matches of so few words would take too many.
	return useful(rest !== "" && hasApi() ? [less(rest)] : []);
}

/** The searches that find something. One that gets no answer is dropped, since offers are only an extra. */
async function useful(searches: readonly Search[]): Promise<Offer[]> {
	const offers = searches.map(async (search) => {
		const { count } = await ask(search, 1).catch(() => ({ count: 0 }));
		return { ...search, count };
	});
	return (await Promise.all(offers)).filter(({ count }) => count > 0);
}
