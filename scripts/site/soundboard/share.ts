/** The link to a clip, and ways to share it. */
import type { Instant } from "../../contract/instant.ts";
import { matchesName, parseSearch } from "../../search/search-query.ts";
import { HOME, viewUrl } from "./url.ts";

/** Messengers cut long links, and a few words are enough to find a clip. */
const MAX_WORDS = 10;

/** A search for the clip's name, plus its slug in case others have the same name. */
export function clipUrl(root: string, { name, slug }: Pick<Instant, "name" | "slug">): string {
	const beginning = name.trim().split(/\s+/).slice(0, MAX_WORDS).join(" ");
	// The rest may be needed: it could hold all the letters.
	const words = matchesName(parseSearch(beginning), name) ? beginning : name;
	return viewUrl(root, { ...HOME, name: words, clip: slug });
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
	return copy(url);
}

export async function copy(url: string): Promise<"copied" | "impossible"> {
	try {
		await navigator.clipboard.writeText(url);
		return "copied";
	} catch {
		return "impossible";
	}
}
