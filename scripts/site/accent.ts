/** Makes the colours of the light and the dark theme from one that the owner chose, so that text in them can be read. */
import { inkOn, luminance } from "./board/parts/tile/contrast.ts";

/** The backgrounds on which a colour is hardest to read, of all in our styles. */
export const HARDEST = { light: "f4f4ef", dark: "23232d" } as const;

/** https://www.w3.org/TR/WCAG22/#contrast-minimum */
const LEAST_CONTRAST = 4.5;

/** How finely a colour is mixed with black or white. */
const STEPS = 100;

/** A style sheet to load after ours. */
export function accentStyle(accent: string): string {
	const light = readable(accent, HARDEST.light, "000000");
	const dark = readable(accent, HARDEST.dark, "ffffff");
	return `:root{${colours(light)}}@media(prefers-color-scheme:dark){:root{${colours(dark)}}}\n`;
}

function colours(accent: string): string {
	return `--accent:#${accent};--on-accent:#${inkOn(accent)}`;
}

/** The colour with as little of another as makes it readable on a background. */
function readable(colour: string, background: string, other: string): string {
	for (let step = 0; step < STEPS; step++) {
		const mixed = mix(colour, other, step / STEPS);
		if (contrast(mixed, background) >= LEAST_CONTRAST) return mixed;
	}
	return other;
}

function mix(colour: string, other: string, part: number): string {
	return [0, 2, 4]
		.map((at) => {
			const [own, its] = [colour, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
			const value = Math.round((own ?? 0) * (1 - part) + (its ?? 0) * part);
			return value.toString(16).padStart(2, "0");
		})
		.join("");
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(color: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(color), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}
