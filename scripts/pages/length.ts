/** Formats the length of a sound, for people and for programs. */

/**
 * A length of up to a minute in tenths of a second (`2.3 s`), since services limit clips to a few seconds; a
 * longer one as `1:05`.
 */
export function lengthText(seconds: number): string {
	return isShort(seconds) ? `${seconds.toFixed(1)} s` : clock(Math.round(seconds));
}

/** How far a sound has played: `1.2 / 2.3 s` or `0:12 / 1:34`. */
export function progressText(at: number, length: number): string {
	const done = Math.min(at, length);
	return `${isShort(length) ? done.toFixed(1) : clock(Math.floor(done))} / ${lengthText(length)}`;
}

function isShort(seconds: number): boolean {
	return Number(seconds.toFixed(1)) < 60;
}

function clock(whole: number): string {
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The length in ISO 8601, in its simplest form: a number of seconds, however large. https://schema.org/duration */
export function isoDuration(seconds: number): string {
	return `PT${Number(seconds.toFixed(3))}S`;
}
