/** Makes untrusted text safe to print or to paste into a shell, and makes sizes easy to read. */

const MAX_SHOWN = 80;
/** Characters that could move the cursor or reverse the line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The start of a URL, and everything that may belong to it. */
const URL_TEXT = /(https?:[/\\]*|:\/\/)([^\s"]*)/gi;

/** A user name and password before a host without a scheme, as in proxy settings. `host:80/@name` has none. */
const USER = /(^|[\s"'])[^\s"'/\\:@]+:(?![/\\]|\d+[/?#])[^\s"']*@/g;

/** Removes user names and passwords from URLs, even malformed ones: build logs may be public. */
export function withoutUsers(text: string): string {
	const known = text.replace(URL_TEXT, (_, scheme: string, rest: string) => {
		const [host = ""] = rest.split(/[/?#\\]/, 1);
		// `user:pass/word@host` is not a valid URL, but holds a password; `host:80/@name` has none.
		const hasUser = host.includes("@") || !/^(?:\[.*|[^:]*(?::\d*)?)$/.test(host);
		const place = host.includes("@") ? host : rest;
		return scheme + (hasUser ? rest.slice(place.lastIndexOf("@") + 1) : rest);
	});
	return known.replace(USER, "$1");
}

/** Escapes unprintable characters, and removes user names and passwords from URLs. */
export function printable(text: string): string {
	return withoutUsers(text).replace(
		UNPRINTABLE,
		(c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`,
	);
}

/** A value as JSON on one short line that is safe to print. */
export function shown(value: unknown): string {
	// JSON has no infinite numbers, but 1e999 is parsed as one.
	const isText = typeof value !== "number" && value !== undefined;
	const json = printable(isText ? jsonOf(value) : String(value));
	if (json.length <= MAX_SHOWN) return json;
	const { length } = typeof value === "string" ? value : json;
	return `${json.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, "")}… (${length} characters)`;
}

function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value);
	} catch {
		return "a value that is nested too deeply to print";
	}
}

/** A path as one word of a command. https://pubs.opengroup.org/onlinepubs/9699919799/utilities/V3_chap02.html#tag_18_02_02 */
export function shellWord(path: string): string {
	if (/^[\w./-]+$/.test(path)) return path;
	// Windows paths cannot contain quotes.
	return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}

const LISTED = 20;

/** Indents lines, makes them safe to print, and counts the lines beyond the first few. */
export function listedLines(lines: readonly string[]): string[] {
	const more = lines.length - LISTED;
	const rest = more > 0 ? [`and ${more} more`] : [];
	return [...lines.slice(0, LISTED).map(printable), ...rest].map((line) => `    ${line}`);
}

export function clipsText(count: number): string {
	return count === 1 ? "1 clip" : `${count} clips`;
}

const UNITS = ["bytes", "KB", "MB", "GB"] as const;

/** A size in decimal units: `1.5 KB`. */
export function sizeText(bytes: number): string {
	let value = bytes;
	let unit = 0;
	while (value >= 999.95 && unit < UNITS.length - 1) {
		value /= 1000;
		unit++;
	}
	if (unit === 0) return value === 1 ? "1 byte" : `${value} bytes`;
	return `${value.toFixed(1)} ${UNITS[unit]}`;
}
