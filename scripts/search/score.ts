/**
 * How well a word matches a name: BM25+ with MiniSearch's defaults. Each step is computed as MiniSearch does it,
 * to get the same floats. Scores are then rounded to whole millionths, so that the order of addition does not
 * change a sum. https://github.com/lucaong/minisearch/blob/v7.2.0/src/MiniSearch.ts (calcBM25Score,
 * executeQuerySpec)
 */
import type { PostingClass } from "./posting-list.ts";

const K = 1.2;
const B = 0.7;
const D = 0.5;
const PREFIX_WEIGHT = 0.375;

const SCORE_UNIT = 1e-6;

/** 1 if `token` equals `term`. If it is only a prefix, less: the longer the term, the less. */
export function matchWeight(token: string, term: string): number {
	const distance = term.length - token.length;
	return distance === 0 ? 1 : (PREFIX_WEIGHT * term.length) / (term.length + 0.3 * distance);
}

/** The inverse document frequency: high for a word that occurs in only a few of the `count` names. */
export function inverseDocumentFrequency(clips: number, count: number): number {
	return Math.log(1 + (count - clips + 0.5) / (clips + 0.5));
}

/**
 * The BM25+ score of a word in the names of a class.
 * @param idf the word's inverse document frequency
 * @param average the average number of distinct words in a name
 */
export function wordScore(
	idf: number,
	{ frequency, length }: PostingClass,
	average: number,
): number {
	return idf * (D + (frequency * (K + 1)) / (frequency + K * (1 - B + (B * length) / average)));
}

/** Converts a score to whole millionths. */
export function inUnits(score: number): number {
	return Math.round(score / SCORE_UNIT);
}
