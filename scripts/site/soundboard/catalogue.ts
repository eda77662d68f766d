/** The clips of the site, a page at a time: all of them in order, or those that match a name. */
import type { Instant } from "../../contract/instant.ts";
import { strip } from "../../contract/query.ts";
import { ask } from "./api.ts";
import { guess } from "./guesses.ts";
import type { Results } from "./results.ts";

/**
 * The clips that match a name, as the API answers; all if it is blank. Throws BuildReplaced or Unreachable.
 * @param onBuild called with the beginning of the id of the build that answers
 */
export async function search(typed: string, onBuild: (build: string) => void): Promise<Results> {
	const name = strip(typed);
	const first = await ask(name, 1);
	const { build, count } = first;
	if (build !== "") onBuild(build);
	const guessed = count === 0 && name !== "" ? await guess(name) : undefined;
	if (guessed !== undefined) return guessed;
	const page = async (number: number): Promise<readonly Instant[]> =>
		(number === 1 ? first : await ask(name, number, build)).results;
	return { count, isGuess: false, page };
}
