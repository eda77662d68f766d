/** Rows of the contract for a catalogue that is listed newest first. */
import { ALL_SLUGS, BOOM_SLUGS } from "./catalogue.ts";
import {
	type ContractCase,
	type ExpectedPage,
	found,
	INVALID_PAGE,
	PATH,
	pageOf,
	row,
} from "./expected.ts";

/** The booms, and the one that booms twice, which comes before them in any order. */
const BOOMS = [...BOOM_SLUGS, "kaboom"];

function newest(
	slugs: readonly string[],
	page: number,
	query = "",
): { status: number; page: ExpectedPage } {
	return { status: 200, page: pageOf(slugs.toReversed(), page, query) };
}

export const NEWEST_FIRST_CASES: readonly ContractCase[] = [
	{ title: "the last record comes first", target: PATH, ...newest(ALL_SLUGS, 1) },
	row("page 2", "?page=2", newest(ALL_SLUGS, 2)),
	row("the last page", "?page=last", newest(ALL_SLUGS, 4)),
	row("no page 5", "?page=5", INVALID_PAGE),
	row("ties: the newest first", "?name=boom", newest(BOOMS, 1, "name=boom")),
	row("ties, page 2", "?name=boom&page=2", newest(BOOMS, 2, "name=boom")),
	row("ties, last page", "?name=boom&page=3", newest(BOOMS, 3, "name=boom")),
	row("exact names tie", "?name=dont+panic", found("panic-2", "panic")),
	row("a removed clip", "?name=withdrawn", found()),
];
