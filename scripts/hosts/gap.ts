/** What of the contract a host cannot do, as data: the README is made from it, and the tests hold hosts to it. */

/**
 * What a host answers where it cannot do what the contract says. `not precomputed` is the 404 that
 * tells where the search index is; `other links` are the right clips with links that do not repeat
 * the request; `misleading` is an answer that does not look wrong, which only a fallback may give;
 * anything else is an error of one of these statuses.
 */
export type Instead = "not precomputed" | "other links" | "misleading" | readonly number[];

/** One thing that a host cannot do. */
export interface Gap {
	/** In a few words, for people. */
	readonly what: string;
	readonly reason: string;
	readonly instead: Instead;
	/** Titles of rows of the contract's table (test/contract/cases.ts). */
	readonly rows?: readonly string[];
	/** Topics of that table, for all rows about them but those of other gaps. */
	readonly topics?: readonly string[];
}

/** A header of the contract that a host does not send. */
export interface HeaderGap {
	readonly what: string;
	readonly reason: string;
	readonly header: string;
}

/** A gap but for some of its rows. */
export function without(gap: Gap, ...rows: readonly string[]): Gap {
	return { ...gap, rows: (gap.rows ?? []).filter((row) => !rows.includes(row)) };
}

/** How an answer that stands in for another is described to people. */
export function insteadText(instead: Instead): string {
	if (instead === "not precomputed") return "a 404 that tells where the search index is";
	if (instead === "other links") return "the right clips";
	if (instead === "misleading") return "another page";
	return instead.join(" or ");
}
