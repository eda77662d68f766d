/** The page of `npm run bench -- peers`, in Markdown. */

/** A row of a table: the text of each cell, by column. */
export type Row = Readonly<Record<string, string>>;

/** The figures for one size of catalogue. */
export interface SizeFigures {
	readonly clips: number;
	readonly builds: readonly Row[];
	readonly answers: readonly Row[];
	readonly firstSearches: readonly Row[];
}

/** A number as text, with two significant digits if it is below a hundred. */
export function short(number: number): string {
	if (number < 100) return String(Number(number.toPrecision(2)));
	return String(Math.round(number)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export function figuresPage(date: string, machine: string, sizes: readonly SizeFigures[]): string {
	const table = (rowsOf: (size: SizeFigures) => readonly Row[]): string => {
		const rows = sizes.flatMap((size) =>
			rowsOf(size).map((row) => ({ clips: short(size.clips), ...row })),
		);
		const columns = Object.keys(rows[0] ?? {});
		const lines = [columns, columns.map(() => "---"), ...rows.map((row) => Object.values(row))];
		return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
	};
	return `# Compared with others

\`npm run bench -- peers --sizes ${sizes.map(({ clips }) => clips).join(",")}\` measured this on ${date}, on ${machine}. All programs were given the same generated clips, whose sounds are hosted elsewhere, and ran on the same version of Node. Runs on a busy machine vary by a third, so small differences mean nothing.

## What a build costs

Instants writes the listing, the search, the first pages of the most common words, and the site; Pagefind writes a search index of the names. The other builders write only the listing, with the same bytes.

${table(({ builds }) => builds)}

## What an answer costs

Each server was one process, and was sent requests over 32 connections from the same machine, for pages of the listing and for searches of one or two words. The columns are answers per second, and the server’s CPU time per answer. Browsers accept \`br\`; in this setup, only Instants compresses. The other servers were set up as their documentation shows. A CDN can cache the answers of any of these servers. A server with a database applies changes at once, ranks by whatever you like, and sorts and filters by any column. Instants does none of this: each change needs a new build.

${table(({ answers }) => answers)}

## The first search in a page

What a page downloads to show the first ten clips for a one-word search, on a host that serves only files: medians over seven words, in KB as transferred. Pagefind searches whole pages in many languages, stems words, and shows excerpts. Instants searches names, and finds the same clips as its API.

${table(({ firstSearches }) => firstSearches)}
`;
}
