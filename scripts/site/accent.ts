/** The owner's accent colour, in a readable shade for each theme. */

/**
 * A style sheet to load after ours. The colour is darkened, or mixed with white, until its luminance (`y`) gives
 * a contrast of 4.5 on the most difficult background: at most 0.1627 on light paper, #f7f4ef, and at least 0.2537
 * on dark raised parts, #23232d. The limits used here have a small margin, since screens round colours. Black and
 * white have equal contrast with a colour of lightness 49.4. Older browsers keep the default colour.
 * https://www.w3.org/TR/WCAG22/#contrast-minimum
 * https://www.w3.org/TR/css-color-5/#relative-colors
 */
export function accentStyle(accent: string): string {
	return `@supports (color: color(from red xyz-d65 x y z)) {
	:root {
		--kept: calc(0.1607 / max(y, 0.1607));
		--accent: color(from #${accent} xyz-d65 calc(x * var(--kept)) calc(y * var(--kept)) calc(z * var(--kept)));
		--on-accent: lab(from var(--accent) calc((49.4 - l) * infinity) 0 0);
	}
	@media (prefers-color-scheme: dark) {
		:root {
			--white: calc((0.2564 - min(y, 0.2564)) / (1 - min(y, 0.2564)));
			--accent: color(from #${accent} xyz-d65 calc(x + (0.9505 - x) * var(--white)) calc(y + (1 - y) * var(--white)) calc(z + (1.089 - z) * var(--white)));
		}
	}
}
`;
}
