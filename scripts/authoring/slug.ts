/** Makes slugs from names: they are readable, unique for ever, and usable as file names on every system. */
import { transliterate } from "transliteration";
import { isPortable } from "../catalogue/portable-path.ts";
import { MAX_SLUG_LENGTH } from "../contract/instant.ts";

/** Long enough for the words that tell clips apart, and short enough for a link. */
const MAX_LENGTH = 80;

/** The preferred slug, whether or not it is free, made from the first name that has words. */
export function slugOf(...names: readonly string[]): string {
	const slug = names.map(wordsOf).find((words) => words !== "") ?? "clip";
	return isPortable(slug) ? slug : `${slug}-clip`;
}

function wordsOf(name: string): string {
	const words = transliterate(name.normalize("NFKC"))
		.toLowerCase()
		.replace(/(?<=[a-z])'(?=[a-z])/g, "")
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-/, "");
	const whole = words.slice(0, MAX_LENGTH + 1);
	// Drop the last word if it was truncated.
	const short = whole.length > MAX_LENGTH ? whole.replace(/-[^-]*$/, "") : whole;
	return short.slice(0, MAX_LENGTH).replace(/-$/, "");
}

/** Shortens a long slug so that the number still fits. */
function numbered(slug: string, number: string): string {
	return slug.slice(0, MAX_SLUG_LENGTH - number.length) + number;
}

/** Whether a slug is the wanted one, with or without a number appended. */
export function standsFor(taken: string, wanted: string): boolean {
	const [number] = /-\d+$/.exec(taken) ?? [];
	return taken === wanted || (number !== undefined && taken === numbered(wanted, number));
}

/** Reserves this slug, or the first free one with a number appended. */
export function takeSlug(taken: Set<string>, slug: string): string {
	let free = slug;
	for (let number = 2; taken.has(free); number++) free = numbered(slug, `-${number}`);
	taken.add(free);
	return free;
}
