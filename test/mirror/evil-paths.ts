/** Paths that a source may list, and those that only a hostile one does. */

export const FINE = [
	...["docs/fine.html", "fine.txt", "media/sounds/a.mp3", "media/sounds/v1.2/12.30 é #1.MP3"],
	// Kinds of files that no build publishes yet.
	...["v2/instants/index.bin", "media/captions/a.vtt", "well-known/a b"],
];

const because = (reason: string, paths: readonly string[]) =>
	paths.map((path) => [path, reason] as const);

/** Paths that are refused, and why: some clash with the fine ones, or with the mirror's own files. */
export const EVIL: readonly (readonly [path: string, reason: string])[] = [
	...because("is not a path below the folder", [
		...["../evil.txt", "docs/../../evil.html", "/etc/passwd", "..\\evil.txt"],
		...["media/sounds/..\\evil.mp3", "media/sounds//b.mp3", "icons/"],
	]),
	...because("is hidden", [".git/config", ".htaccess", "media/sounds/.git/hooks.mp3"]),
	...because("would be run or obeyed by a server or a tool", [
		...["docs/package.json", "docs/_worker.js", "assets/middleware.js", "web.config", "CNAME"],
		...["index.php", "media/sounds/boom.php.mp3", "media/sounds/shell.phtml.mp3", "_headers"],
		...["package.json", "functions/api.js", "node_modules/x/index.js"],
	]),
	...because("is listed twice", [
		...["latest.json", "SHA256SUMS", "provenance.json", "latest.json.minisig"],
	]),
	["LATEST.json", 'is the same as "latest.json", or nearly'],
	["FINE.txt", 'is the same as "fine.txt", or nearly'],
	[
		"media/sounds/v1.2/12.30 e\u0301 #1.mp3",
		'is the same as "media/sounds/v1.2/12.30 é #1.MP3", or nearly',
	],
	["media/sounds/a.mp3/b.mp3", 'lies in "media/sounds/a.mp3", which is a file'],
	["media/sounds/a\ud800.mp3", "contains half a surrogate pair"],
	["media/sounds/a\u0000b.mp3", "contains a control character"],
];

/** Names that are impossible on Windows, or mean streams and devices there, or are too long. They are left out. */
export const IMPOSSIBLE = [
	...["12:30.mp3", "what?.mp3", "a*.mp3", '"a".mp3', "a|b.mp3", "<a>.mp3"],
	...["nul.mp3", "Con.a.mp3", "com1/a.mp3", "LPT\u00b9.mp3", "aux /a.mp3", "a./b.mp3", "a /b.mp3"],
	...[`${"é".repeat(126)}.mp3`, `${"folder/".repeat(120)}a.mp3`],
].map((path) => `media/sounds/${path}`);
