/** The address of one clip, and how it is handed to somebody else. */
import type { Instant } from "../../contract/instant.ts";
import { matchesName, parseSearch } from "../../search/query.ts";
import { HOME, viewUrl } from "./url.ts";

/** Most characters of a name in a link: messengers cut longer links, and a few words find a clip. */
const MAX_NAME = 80;
/** Beyond the marks that a letter has in any writing: hundreds of them would leave no room for words. */
const MARKS_TOO_MANY = /(?<=\p{M}{2})\p{M}+/gu;

/** The beginning of a name that still finds it: every word of a search must begin a word of the name. */
export function searchableBeginning(name: string): string {
	if (Array.from(name).length <= MAX_NAME) return name;
	const beginnings = [beginningOf(name.replace(MARKS_TOO_MANY, "")), beginningOf(name)];
	// A word that was cut to two letters would have to be a whole word.
	return beginnings.find((text) => matchesName(parseSearch(text), name)) ?? name;
}

function beginningOf(name: string): string {
	const characters = Array.from(name);
	if (characters.length <= MAX_NAME) return name;
	const head = characters.slice(0, MAX_NAME).join("");
	const lastSpace = head.search(/\s\S*$/);
	return lastSpace > 0 ? head.slice(0, lastSpace) : head;
}

/** The address that shows a clip: a search for its name, and its slug to tell it from its namesakes. */
export function clipUrl(root: string, { name, slug }: Pick<Instant, "name" | "slug">): string {
	return viewUrl(root, { ...HOME, name: searchableBeginning(name), clip: slug });
}

/** How a link was handed on. */
export type Shared = "shared" | "copied" | "cancelled" | "impossible";

/** Hands a link on as the device does it, else copies it. */
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
