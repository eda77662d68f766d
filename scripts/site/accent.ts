/** The colour that the owner chose, in a shade for each theme in which text can be read. */

/**
 * A style sheet to load after ours. It makes a colour darker by dividing its light, or lighter by mixing it with
 * white, until its luminance (`y`) gives a contrast of 4.5 on the backgrounds where it is hardest to read, #f4f4ef
 * and #23232d: 0.1615 at most, 0.2537 at least. A little is added, since screens round colours. Older browsers keep
 * our own colours. https://www.w3.org/TR/WCAG22/#contrast-minimum https://www.w3.org/TR/css-color-5/#relative-colors
 */
export function accentStyle(accent: string): string {
	return `@supports (color: color(from red xyz-d65 x y z)) {
	:root {
		--share: calc(0.1596 / max(y, 0.1596));
		--accent: color(from #${accent} xyz-d65 calc(x * var(--share)) calc(y * var(--share)) calc(z * var(--share)));
		--on-accent: lab(from var(--accent) calc((49.4 - l) * infinity) 0 0);
	}
	@media (prefers-color-scheme: dark) {
		:root {
			--share: calc((0.2564 - min(y, 0.2564)) / (1 - min(y, 0.2564)));
			--accent: color(from #${accent} xyz-d65 calc(x + (0.9505 - x) * var(--share)) calc(y + (1 - y) * var(--share)) calc(z + (1.089 - z) * var(--share)));
		}
	}
}
`;
}
