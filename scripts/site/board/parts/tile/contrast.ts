/** Whether black or white is easier to read on a colour. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */

/** How much red, green and blue contribute to brightness. */
const WEIGHTS = [0.2126, 0.7152, 0.0722] as const;

/** Relative luminance of six hexadecimal digits: 0 for black, 1 for white. */
export function luminance(hex: string): number {
	return WEIGHTS.reduce((sum, weight, i) => {
		const value = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16) / 255;
		const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
		return sum + weight * linear;
	}, 0);
}

/** Where black and white contrast equally, with a ratio of 4.58. */
const MIDDLE = Math.sqrt(1.05 * 0.05) - 0.05;

/** Black or white, whichever contrasts more. */
export function inkOn(hex: string): "000000" | "ffffff" {
	return luminance(hex) > MIDDLE ? "000000" : "ffffff";
}
