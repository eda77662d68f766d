/** What of the contract a host refuses, as data that the tests hold it to. */

/** Rows of the contract's table that a host cannot answer as the table says. */
export interface Gap {
	/** Why, for people. */
	readonly reason: string;
	/** The statuses of what it answers instead, which must be no page of clips. */
	readonly instead: readonly number[];
	/** Titles of rows of the contract's table (test/contract/cases.ts), or all. */
	readonly rows: readonly string[] | "all";
}
