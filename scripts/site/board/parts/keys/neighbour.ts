/** Finds the tile that an arrow key moves to. */

/** The index of the tile to move to, which is `from` itself at the edge; undefined for other keys. */
export function neighbour(
	key: string,
	from: number,
	count: number,
	columns: number,
): number | undefined {
	const last = count - 1;
	const isInLastRow = Math.floor(from / columns) === Math.floor(last / columns);
	const reached: Readonly<Record<string, number>> = {
		ArrowLeft: Math.max(0, from - 1),
		ArrowRight: Math.min(last, from + 1),
		ArrowUp: from < columns ? from : from - columns,
		ArrowDown: isInLastRow ? from : Math.min(last, from + columns),
		Home: 0,
		End: last,
	};
	return reached[key];
}
