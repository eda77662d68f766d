/**
 * How well a word fits a name: MiniSearch's BM25+ with its defaults, operation by operation, so that
 * every part comes out as the same float; then in whole millionths, so that sums do not depend on
 * the order in which they are added.
 * https://github.com/lucaong/minisearch/blob/v7.2.0/src/MiniSearch.ts (calcBM25Score, executeQuerySpec)
 */
import type { PostingClass } from "./posting-list.ts";

const K = 1.2;
const B = 0.7;
const D = 0.5;
const PREFIX_WEIGHT = 0.375;

/** Scores are whole numbers of these. */
const SCORE_UNIT = 1e-6;

/** How much a match of `token` by `term` counts; 1 for the word itself, less for longer words. */
export function matchWeight(token: string, term: string): number {
	const distance = term.length - token.length;
	return distance === 0 ? 1 : (PREFIX_WEIGHT * term.length) / (term.length + 0.3 * distance);
}

/** The inverse document frequency of a word: high for one that few of the `count` names hold. */
export function inverseDocumentFrequency(clips: number, count: number): number {
	return Math.log(1 + (count - clips + 0.5) / (clips + 0.5));
}

/**
 * How well a word fits a name of a class.
 * @param idf the word's inverse document frequency
 * @param average average number of different words in a name
 */
export function wordScore(
	idf: number,
	{ frequency, length }: PostingClass,
	average: number,
): number {
	return idf * (D + (frequency * (K + 1)) / (frequency + K * (1 - B + (B * length) / average)));
}

/** A score in whole millionths. */
export function inUnits(score: number): number {
	return Math.round(score / SCORE_UNIT);
}
