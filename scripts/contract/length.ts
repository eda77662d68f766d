/** The length of a sound, for people and for programs. */

/** In tenths of a second up to a minute (`2.3 s`), since limits of services are a few seconds; then `1:05`. */
export function lengthText(seconds: number): string {
	const tenths = seconds.toFixed(1);
	if (Number(tenths) < 60) return `${tenths} s`;
	const whole = Math.round(seconds);
	const rest = String(whole % 60).padStart(2, "0");
	return `${Math.floor(whole / 60)}:${rest}`;
}

/** In ISO 8601, of which a number of seconds of any size is the simplest. https://schema.org/duration */
export function isoDuration(seconds: number): string {
	return `PT${Number(seconds.toFixed(3))}S`;
}
