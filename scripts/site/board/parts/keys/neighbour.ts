/** Finds the tile that an arrow key moves to. */

/** The index of the tile, which is `from` at the edge; undefined for keys that do not move. */
export function neighbour(
	key: string,
	from: number,
	count: number,
	columns: number,
): number | undefined {
	const last = count - 1;
	const isInLastRow = Math.floor(from / columns) === Math.floor(last / columns);
	switch (key) {
		case "ArrowLeft":
			return Math.max(0, from - 1);
		case "ArrowRight":
			return Math.min(last, from + 1);
		case "ArrowUp":
			return from < columns ? from : from - columns;
		case "ArrowDown":
			return isInLastRow ? from : Math.min(last, from + columns);
		case "Home":
			return 0;
		case "End":
			return last;
		default:
			return undefined;
	}
}
