/** The clips of the site, a page at a time: all of them in order, or those that a search means. */
import type { Instant } from "../../contract/instant.ts";
import { PAGE_SIZE } from "../../contract/page-number.ts";
import { strip } from "../../contract/query.ts";
import { ask, loadSearchScript } from "./api.ts";
import { clipsInHand } from "./clips-in-hand.ts";
import { guess } from "./guesses.ts";
import type { Asked } from "./other-matches.ts";
import type { Results } from "./results.ts";

/** The beginning of the id of the build that answered last. */
let shownBuild: string | undefined;

/**
 * The clips that the API finds, or all if the name is blank; of a small catalogue also those that a search
 * means besides. Undefined while too little is typed to say that there are none. Throws BuildReplaced or
 * Unreachable.
 * @param onBuild called with the beginning of the id of the build that answers
 */
export async function search(
	{ name: typed, isTyping }: Asked,
	onBuild: (build: string) => void,
): Promise<Results | undefined> {
	const name = strip(typed);
	const first = await ask(name, 1);
	const { build, count } = first;
	const page = async (number: number): Promise<readonly Instant[]> =>
		(number === 1 ? first : await ask(name, number, build)).results;
	const found = { count, isGuess: false, page };
	// A search that is too broad is not about a build.
	if (build !== "") {
		shownBuild = build;
		onBuild(build);
	}
	if (build === "" || name === "") return found;
	let others = await othersOf({ name, isTyping }, build);
	// What was shown while it was typed should not be gone when it is opened again.
	if (count + others.length === 0) others = await othersOf({ name, isTyping: true }, build);
	if (count + others.length > 0) return together(found, others);
	if (isTyping && isShort(name))
		return (await clipsInHand(build)) === undefined ? undefined : guess(name);
	return { ...found, similar: () => guess(name) };
}

/** All clips in the order of the listing; undefined if there are more than the page holds. */
export async function allClips(): Promise<readonly Instant[] | undefined> {
	return clipsInHand(shownBuild ?? (await ask("", 1)).build);
}

async function othersOf(asked: Asked, build: string): Promise<readonly Instant[]> {
	const clips = await clipsInHand(build);
	return clips === undefined ? [] : (await loadSearchScript()).otherMatches(clips, asked);
}

/** The clips that the API found, and then others. */
function together({ count, page }: Results, others: readonly Instant[]): Results {
	return {
		count: count + others.length,
		isGuess: false,
		page: async (number) => {
			const found = (number - 1) * PAGE_SIZE < count ? await page(number) : [];
			const place = (end: number): number => Math.max(0, end * PAGE_SIZE - count);
			return [...found, ...others.slice(place(number - 1), place(number))];
		},
	};
}

/** Whether the last word is so short that the API matches only whole words with it. */
function isShort(name: string): boolean {
	return /(?:^|\s)\S{1,2}$/u.test(name);
}
