/** The colours in a screenshot, which no style or property reveals. */

/** The position and size of something on the screen, in pixels. */
export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** The commonest colour in each rectangle of a PNG in Base64. Runs in a page, which can decode pictures. */
export async function coloursIn({
	png,
	rectangles,
}: {
	readonly png: string;
	readonly rectangles: readonly Rectangle[];
}): Promise<(string | undefined)[]> {
	const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
	const image = await createImageBitmap(new Blob([bytes]));
	const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
	context?.drawImage(image, 0, 0);
	return rectangles.map((rectangle) => {
		const pixels = context?.getImageData(...rectangle).data ?? [];
		const counts = new Map<string, number>();
		for (let i = 0; i < pixels.length; i += 4) {
			const colour = pixels.slice(i, i + 3).join(" ");
			counts.set(colour, (counts.get(colour) ?? 0) + 1);
		}
		return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
	});
}
