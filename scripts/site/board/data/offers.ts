/** Other searches that find something: the tag that someone begins to type, and less than what found nothing. */
import { strip } from "../../../contract/query.ts";
import { ask } from "./api.ts";
import type { Search } from "./catalogue.ts";

export interface Offer extends Search {
	readonly count: number;
}

/** The tag that was offered last: the next letters mostly mean the same one. */
let last: { readonly tag: string; readonly offer: Promise<Offer> } | undefined;

/** Offers all clips with a tag, if there are any. */
export async function offerOfTag(tag: string): Promise<Offer | undefined> {
	if (last?.tag !== tag) last = { tag, offer: counted({ name: "", tags: [tag] }) };
	const offer = await last.offer;
	if (offer.count > 0) return offer;
	last = undefined;
	return undefined;
}

/** What finds something in place of a search that found nothing: parts of it, or a tag. */
export async function lesserSearches({ name: typed, tags }: Search): Promise<Offer[]> {
	const name = strip(typed);
	const words = name.split(/\s+/);
	const named = (some: readonly string[]): Search => ({ name: some.join(" "), tags: [] });
	const tagged = (some: readonly string[]): Search => ({ name: "", tags: some });
	const alone = tags.map((tag) => tagged([tag]));
	const lesser =
		tags.length === 0
			? [tagged([name]), named(words.slice(0, -1)), named(words.slice(1))]
			: [named(words), ...(name === "" ? alone : [tagged(tags)])];
	const askable = lesser.filter((it) => it.name !== "" || it.tags.length > 0);
	return (await Promise.all(askable.map(counted))).filter(({ count }) => count > 0);
}

/** Counts no clips if there is no answer: the offers are only an addition. */
async function counted(search: Search): Promise<Offer> {
	const { count } = await ask(search, 1).catch(() => ({ count: 0 }));
	return { ...search, count };
}
