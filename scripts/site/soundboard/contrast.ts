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

/** Contrast ratio of two colours of six hexadecimal digits: 1 to 21. */
export function contrast(a: string, b: string): number {
	const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever contrasts more: the ratio is at least 4.58 on every colour. */
export function inkOn(hex: string): "000000" | "ffffff" {
	return contrast(hex, "000000") >= contrast(hex, "ffffff") ? "000000" : "ffffff";
}
