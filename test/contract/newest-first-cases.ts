/** Rows of the contract for a catalogue that is listed newest first. */
import { ALL_SLUGS, BOOM_SLUGS } from "./catalogue.ts";
import {
	type ContractCase,
	type ExpectedPage,
	found,
	INVALID_PAGE,
	PATH,
	pageOf,
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
	{ title: "page 2", target: `${PATH}?page=2`, ...newest(ALL_SLUGS, 2) },
	{ title: "the last page", target: `${PATH}?page=last`, ...newest(ALL_SLUGS, 4) },
	{ title: "no page 5", target: `${PATH}?page=5`, ...INVALID_PAGE },
	{
		title: "ties: the newest first",
		target: `${PATH}?name=boom`,
		...newest(BOOMS, 1, "name=boom"),
	},
	{ title: "ties, page 2", target: `${PATH}?name=boom&page=2`, ...newest(BOOMS, 2, "name=boom") },
	{
		title: "ties, last page",
		target: `${PATH}?name=boom&page=3`,
		...newest(BOOMS, 3, "name=boom"),
	},
	{ title: "exact names tie", target: `${PATH}?name=dont+panic`, ...found("panic-2", "panic") },
	{ title: "a removed clip", target: `${PATH}?name=withdrawn`, ...found() },
];
