/** Printing text for people: what comes from elsewhere is made harmless and short, sizes are made readable. */

const MAX_SHOWN = 80;
/** Characters that move the cursor or reverse the line when a terminal shows them. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text from a catalogue, a file name or a server, made safe for a terminal. */
export function printable(text: string): string {
	return text.replace(UNPRINTABLE, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A value as JSON on one short line, safe to print. */
export function shown(value: unknown): string {
	const json = printable(jsonOf(value));
	if (json.length <= MAX_SHOWN) return json;
	return `${json.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, "")}… (${json.length} characters)`;
}

function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		// JSON.parse nests deeper than JSON.stringify can follow.
		return "(nested too deeply to show)";
	}
}

const UNITS = ["bytes", "KB", "MB", "GB"] as const;

/** A size in steps of 1000, with one decimal beyond bytes. */
export function sizeText(bytes: number): string {
	let value = bytes;
	let unit = 0;
	while (value >= 999.95 && unit < UNITS.length - 1) {
		value /= 1000;
		unit++;
	}
	return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
