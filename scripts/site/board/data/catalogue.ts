/** Lists of clips, a page at a time: the whole catalogue, or the matches of a search. */
import type { Instant } from "../../../contract/instant.ts";
import { strip } from "../../../contract/query.ts";
import { ask, loadSearchScript } from "./api.ts";
import { guess } from "./guesses.ts";
import type { Results } from "./results.ts";

export interface Search {
	/** All clips if it is blank. */
	readonly name: string;
	/** Only clips that have all of these. */
	readonly tags: readonly string[];
	/** Whether more letters may follow. */
	readonly isTyping: boolean;
}

/**
 * Asks the API. Undefined while too little is typed to say that nothing matches. Throws BuildReplaced
 * or Unreachable.
 * @param onBuild called with the beginning of the id of the build that answers
 */
export async function search(
	{ name: typed, tags, isTyping }: Search,
	onBuild: (build: string) => void,
): Promise<Results | undefined> {
	const name = strip(typed);
	const first = await ask({ name, tags }, 1);
	const { build, count } = first;
	// The answer to a search that is too broad names no build.
	if (build !== "") onBuild(build);
	const page = async (number: number): Promise<readonly Instant[]> =>
		(number === 1 ? first : await ask({ name, tags }, number, build)).results;
	const found = { count, isGuess: false, page };
	if (count > 0 || name === "" || build === "") return found;
	// The API matches only whole words with one or two letters.
	if (isTyping && /(?:^|\s)\S{1,2}$/u.test(name)) return undefined;
	return { ...found, similar: async () => (tags.length > 0 ? undefined : guess(name)) };
}

/** The clips of a list that match a search. */
export async function matchesAmong(
	clips: readonly Instant[],
	{ name, tags }: Search,
): Promise<readonly Instant[]> {
	if (name.trim() === "" && tags.length === 0) return clips;
	const { matchesClip, parseSearch } = await loadSearchScript();
	const query = parseSearch(strip(name), tags);
	return query.words.length === 0 ? [] : clips.filter((clip) => matchesClip(query, clip));
}
