/** The keys of a board: one for each of its first forty places, whatever clip is there, and what is printed on them. */

/** By where they are on a keyboard, which is the same in every language. https://w3c.github.io/uievents-code/ */
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

/** What is printed on the keys of this keyboard, by place; that of a US keyboard where the browser does not say. */
export async function printedOnKeys(): Promise<readonly string[]> {
	const { keyboard } = navigator as { keyboard?: LayoutKeyboard };
	const printed = await keyboard?.getLayoutMap?.().catch(() => undefined);
	return CODES.map((code) => (printed?.get(code) ?? SIGNS[code] ?? code.slice(-1)).toUpperCase());
}
