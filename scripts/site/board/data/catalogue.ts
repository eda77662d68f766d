/** The clips of the site, a page at a time: all of them in order, or those that a search means. */
import type { Instant } from "../../../contract/instant.ts";
import { strip } from "../../../contract/query.ts";
import { ask, loadMatchesScript, readIndex } from "./api.ts";
import { guess } from "./guesses.ts";
import { clipsInHand, isInHand, sortedByName, withOthers } from "./in-hand.ts";
import type { Asked } from "./other-matches.ts";
import type { Results } from "./results.ts";

export type Sorting = "catalogue" | "name";

export interface Search extends Asked {
	/** Catalogues that are too large to hold keep their own order. */
	readonly order: Sorting;
}

/** The beginning of the id of the build that answered last. */
let shownBuild: string | undefined;

/**
 * The clips that the API finds, or all if the name is blank; of a small catalogue also those that a search
 * means besides. Undefined while too little is typed to say that there are none. Throws BuildReplaced or
 * Unreachable.
 * @param onBuild called with the beginning of the id of the build that answers
 */
export async function search(
	{ name: typed, tags, isTyping, order }: Search,
	onBuild: (build: string) => void,
): Promise<Results | undefined> {
	const asked = { name: strip(typed), tags, isTyping };
	const { build, ...found } = await findWithApi(asked);
	// A search that is too broad is not about a build.
	if (build === "") return found;
	shownBuild = build;
	onBuild(build);
	const sorted = order === "name" ? await sortedByName(asked, build) : undefined;
	if (sorted !== undefined || asked.name === "") return sorted ?? found;
	const whole = withOthers(found, asked, build);
	// A catalogue that is still being read should not keep anyone waiting.
	if (found.count > 0) return isInHand(build) ? ((await whole) ?? found) : { ...found, whole };
	return (await whole) ?? withoutMatch(found, asked, build);
}

/** Reads what searches begin with: a small catalogue, or the index of a large one. Throws what `search` does. */
export async function prepareSearch(): Promise<void> {
	const build = shownBuild ?? (await ask({ name: "", tags: [] }, 1)).build;
	if ((await clipsInHand(build)) === undefined) await readIndex();
}

/** Those of some clips that a search means, or all if the name is blank. */
export async function matchesAmong(
	clips: readonly Instant[],
	asked: Asked,
): Promise<readonly Instant[]> {
	return asked.name.trim() === "" ? clips : (await loadMatchesScript()).allMatches(clips, asked);
}

/** What the API answers, and which build. */
async function findWithApi({ name, tags }: Asked): Promise<Results & { readonly build: string }> {
	const first = await ask({ name, tags }, 1);
	const { build, count } = first;
	const page = async (number: number): Promise<readonly Instant[]> =>
		(number === 1 ? first : await ask({ name, tags }, number, build)).results;
	return { build, count, isGuess: false, page };
}

/** What to show if no clip matches; undefined if that is too early to say. */
async function withoutMatch(
	nothing: Results,
	{ name, tags, isTyping }: Asked,
	build: string,
): Promise<Results | undefined> {
	const similar = async () => (tags.length > 0 ? undefined : guess(name));
	if (isTyping && isShort(name))
		return (await clipsInHand(build)) === undefined ? undefined : similar();
	// What was shown while it was typed should not be gone when it is opened again.
	const begun = isTyping
		? undefined
		: await withOthers(nothing, { name, tags, isTyping: true }, build);
	return begun ?? { ...nothing, similar };
}

/** Whether the last word is so short that the API matches only whole words with it. */
function isShort(name: string): boolean {
	return /(?:^|\s)\S{1,2}$/u.test(name);
}
