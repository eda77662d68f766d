/** The look of the button for other pages, which takes its font, size and colours from the text around it. */
export const STYLE = `
:host {
	display: inline-block;
	vertical-align: middle;
	max-width: 100%;
}

:host([hidden]) {
	display: none;
}

button {
	display: inline-flex;
	align-items: center;
	gap: 0.6em;
	max-width: 100%;
	padding: 0.35em 0.9em 0.35em 0.35em;
	border: 1px solid color-mix(in srgb, currentcolor 35%, transparent);
	border-radius: 1.6em;
	background: transparent;
	color: inherit;
	font: inherit;
	text-align: start;
	overflow-wrap: anywhere;
	cursor: pointer;
}

button:hover {
	background: color-mix(in srgb, currentcolor 8%, transparent);
}

button:focus-visible {
	outline: 2px solid currentcolor;
	outline-offset: 2px;
}

button:disabled {
	border-style: dashed;
	background: none;
	cursor: default;
}

.dome {
	flex: none;
	width: 2.2em;
	height: 2.2em;
	border-radius: 50%;
	overflow: hidden;
	background: radial-gradient(circle at 50% 20%, rgb(255 255 255 / 0.55), transparent 60%) var(--colour, gray);
	box-shadow: 0 0.12em 0 color-mix(in srgb, var(--colour, gray), black 42%);
}

button:disabled .dome {
	opacity: 0.4;
}

[aria-pressed="true"] .dome {
	box-shadow: 0 0 0 0.15em currentcolor;
	translate: 0 0.1em;
}

img {
	width: 100%;
	height: 100%;
	object-fit: cover;
}
`;
