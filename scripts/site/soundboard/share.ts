/** The link to a clip, and ways to share it. */
import type { Instant } from "../../contract/instant.ts";
import { matchesName, parseSearch } from "../../search/search-query.ts";
import { HOME, viewUrl } from "./url.ts";

/** Characters of a name in a link: messengers cut long links, and a few words are enough to find a clip. */
const MAX_NAME = 80;
/** More marks on a letter than any script uses; hundreds of them would leave no room for words. */
const MARKS_TOO_MANY = /(?<=\p{M}{2})\p{M}+/gu;

/** A prefix of the name that still finds it, since every word searched must begin a word of the name. */
export function searchableBeginning(name: string): string {
	if (Array.from(name).length <= MAX_NAME) return name;
	const beginnings = [beginningOf(name.replace(MARKS_TOO_MANY, "")), beginningOf(name)];
	// A word cut to two letters would only match a whole word.
	return beginnings.find((text) => matchesName(parseSearch(text), name)) ?? name;
}

function beginningOf(name: string): string {
	const characters = Array.from(name);
	if (characters.length <= MAX_NAME) return name;
	const head = characters.slice(0, MAX_NAME).join("");
	const lastSpace = head.search(/\s\S*$/);
	return lastSpace > 0 ? head.slice(0, lastSpace) : head;
}

/** A search for the clip's name, plus its slug in case others have the same name. */
export function clipUrl(root: string, { name, slug }: Pick<Instant, "name" | "slug">): string {
	return viewUrl(root, { ...HOME, name: searchableBeginning(name), clip: slug });
}

export type Shared = "shared" | "copied" | "cancelled" | "impossible";

/** Opens the device's share dialog, or copies the link where there is none. */
export async function share(title: string, url: string): Promise<Shared> {
	if (navigator.share !== undefined) {
		try {
			await navigator.share({ title, url });
			return "shared";
		} catch (error) {
			if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
		}
	}
	try {
		await navigator.clipboard.writeText(url);
		return "copied";
	} catch {
		return "impossible";
	}
}
