/**
 * The keys of a board: one for each of its first forty places, whatever clip is there, and the labels printed on
 * them.
 */

/**
 * Key codes, which name positions on the keyboard and are the same in every language.
 * https://w3c.github.io/uievents-code/
 */
const ROWS = [
	"Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0",
	"KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP",
	"KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon",
	"KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash",
];

/** By place. */
export const CODES: readonly string[] = ROWS.flatMap((row) => row.split(" "));

const SIGNS: Readonly<Record<string, string>> = {
	Semicolon: ";",
	Comma: ",",
	Period: ".",
	Slash: "/",
};

/** Missing from TypeScript's DOM types. https://wicg.github.io/keyboard-map/ */
interface LayoutKeyboard {
	getLayoutMap?(): Promise<ReadonlyMap<string, string>>;
}

/** The labels on the keys of this keyboard, by place; those of a US keyboard if the browser does not provide them. */
export async function printedOnKeys(): Promise<readonly string[]> {
	const { keyboard } = navigator as { keyboard?: LayoutKeyboard };
	const printed = await keyboard?.getLayoutMap?.().catch(() => undefined);
	return CODES.map((code) => (printed?.get(code) ?? SIGNS[code] ?? code.slice(-1)).toUpperCase());
}
