/** Paths that a hostile source may list. */

/** Paths that a release may list. */
export const FINE = [
	"docs/fine.html",
	"fine.txt",
	// Kinds of files that no build publishes yet.
	"v2/instants/index.bin",
	"media/captions/a.vtt",
	"well-known/a b",
	"media/sounds/a.mp3",
	"media/sounds/v1.2/12.30 é #1.MP3",
];
const OUT = "is not a path below the folder";
/** Paths that lead out of the mirror or to the mirror's own files, and the reasons why they are refused. */
export const OUTSIDE = [
	...["../evil.txt", "docs/../../evil.html", "/etc/passwd"].map((path) => [path, OUT] as const),
	...["..\\evil.txt", "media/sounds/..\\evil.mp3"].map((path) => [path, OUT] as const),
	...["media/sounds//b.mp3", "icons/"].map((path) => [path, OUT] as const),
	["media/sounds/a\u0000b.mp3", "contains a control character"],
	["latest.json", "is listed twice"],
	["LATEST.json", 'is the same as "latest.json", or nearly'],
	["FINE.txt", 'is the same as "fine.txt", or nearly'],
	["SHA256SUMS", "is listed twice"],
	["provenance.json", "is listed twice"],
	["latest.json.minisig", "is listed twice"],
] as const;
/** Files that servers, hosts and tools run or obey, and the reasons why they are refused. */
export const EXECUTED = [
	...[".git/config", ".htaccess", "media/sounds/.git/hooks.mp3"].map(
		(path) => [path, "is hidden"] as const,
	),
	...[
		"docs/package.json",
		"docs/_worker.js",
		"assets/middleware.js",
		"v1/instants/package.json",
		"web.config",
		"index.php",
		"media/sounds/boom.php.mp3",
		"media/sounds/shell.phtml.mp3",
		"_worker.js",
		"_headers",
		"CNAME",
		"package.json",
		"functions/api.js",
		"node_modules/x/index.js",
	].map((path) => [path, "would be run or obeyed by a server or a tool"] as const),
];
/** Names that are impossible on Windows, or mean streams and devices there. They are left out. */
export const UNPORTABLE = [
	"media/sounds/12:30.mp3",
	"media/sounds/what?.mp3",
	"media/sounds/a*.mp3",
	'media/sounds/"a".mp3',
	"media/sounds/a|b.mp3",
	"media/sounds/<a>.mp3",
	"media/sounds/nul.mp3",
	"media/sounds/Con.a.mp3",
	"media/sounds/com1/a.mp3",
	"media/sounds/LPT\u00b9.mp3",
	"media/sounds/aux /a.mp3",
	"media/sounds/a./b.mp3",
	"media/sounds/a /b.mp3",
];
/** Names that are too long for a file system. */
export const TOO_LONG = [
	`media/sounds/${"é".repeat(126)}.mp3`,
	`media/sounds/${"folder/".repeat(120)}a.mp3`,
];
/** Paths that clash with the fine ones on some file systems, and the reasons why they are refused. */
export const CLASHING = [
	[
		"media/sounds/v1.2/12.30 e\u0301 #1.mp3",
		'is the same as "media/sounds/v1.2/12.30 é #1.MP3", or nearly',
	],
	["media/sounds/a.mp3/b.mp3", 'lies in "media/sounds/a.mp3", which is a file'],
	["media/sounds/a\ud800.mp3", "contains half a surrogate pair"],
] as const;
