/** Colours for clips that have none yet: readable as buttons, and visible on a light and a dark page. */

export const PALETTE: readonly string[] = [
	"E53935",
	"1E88E5",
	"43A047",
	"8E5BD0",
	"F4511E",
	"00897B",
	"D81B60",
	"5C6BC0",
	"7D8C1F",
	"A1662F",
	"0097A7",
	"AB47BC",
];

/** Neighbours in a catalogue get different colours. */
export function colorAt(position: number): string {
	return PALETTE[position % PALETTE.length] ?? "000000";
}
