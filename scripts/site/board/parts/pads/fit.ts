/** Finds how large the domes can be if the whole board is to fit into the window. */

export interface Room {
	readonly width: number;
	readonly height: number;
	/** Between tiles. */
	readonly gap: number;
	/** The height of a tile above and below its dome. */
	readonly rest: number;
}

/** In pixels, as all sizes here. */
interface Fit {
	readonly columns: number;
	readonly dome: number;
}

/** The largest domes for this many clips, but no larger than `most`. */
export function largestFit(clips: number, { width, height, gap, rest }: Room, most: number): Fit {
	const fits = Array.from({ length: clips }, (_, i): Fit => {
		const columns = i + 1;
		const rows = Math.ceil(clips / columns);
		const across = (width - i * gap) / columns;
		const down = (height - (rows - 1) * gap) / rows - rest;
		return { columns, dome: Math.floor(Math.min(across, down, most)) };
	});
	return fits.reduce((best, it) => (it.dome > best.dome ? it : best));
}
