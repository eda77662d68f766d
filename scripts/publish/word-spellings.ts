/**
 * How the names of a catalogue spell its words: hosts that compare texts do not fold accents, as the
 * edge rule does, and so must be given each spelling that people are likely to type.
 */
import { queryTokens } from "../search/tokens.ts";

/** Most spellings of one word: a host's rules grow with them. */
const MOST_SPELLINGS = 8;

const ASCII = /^[\0-\x7f]*$/;
/** Letters with their marks, and digits, with apostrophes inside. */
const RUN = /[\p{L}\p{N}\p{M}]+(?:['\u2019][\p{L}\p{N}\p{M}]+)*/gu;

/** In lower case, unless upper case cannot be told from that: the capitals of ß and of Turkish i. */
function uncased(run: string): string {
	const lower = run.toLowerCase();
	const [first = "", ...rest] = lower;
	const isKnown = [lower, lower.toUpperCase(), first.toUpperCase() + rest.join("")].includes(run);
	return isKnown ? lower : run;
}

/**
 * The spellings of each of the words in the names, composed, without the word itself; the commonest
 * first, then by UTF-16 code units. In lower case, but where that would lose how a name is written.
 */
export function spellingsOf(
	names: Iterable<string>,
	words: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
	const runs = new Map<string, number>();
	for (const name of names) {
		for (const [written] of name.normalize("NFC").matchAll(RUN)) {
			const run = ASCII.test(written) ? written.toLowerCase() : uncased(written);
			runs.set(run, (runs.get(run) ?? 0) + 1);
		}
	}
	const spellings = new Map<string, string[]>();
	const commonestFirst = [...runs].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
	for (const [run] of commonestFirst) {
		const [word = "", ...others] = queryTokens(run);
		if (others.length > 0 || word === run || !words.has(word)) continue;
		const known = spellings.get(word) ?? [];
		if (known.length < MOST_SPELLINGS) spellings.set(word, [...known, run]);
	}
	return spellings;
}
