/** Paths that a hostile source may list. */

/** Paths that a release may list. */
export const FINE = [
	"docs/fine.html",
	"fine.txt",
	"media/sounds/a.mp3",
	"media/sounds/v1.2/12.30 é #1.MP3",
];
/** Paths that lead out of the mirror, or to what is not the release's. */
export const OUTSIDE = [
	"../evil.txt",
	"docs/../../evil.html",
	"/etc/passwd",
	"C:/evil.txt",
	"..\\evil.txt",
	"media/sounds/..\\evil.mp3",
	"media/sounds//b.mp3",
	"icons/",
	"media/sounds/a\u0000b.mp3",
	"latest.json",
	"LATEST.json",
	"FINE.txt",
	"SHA256SUMS",
	"provenance.json",
	"latest.json.minisig",
];
/** What servers, hosts and tools execute or obey. */
export const EXECUTED = [
	".git/config",
	".htaccess",
	"docs/package.json",
	"docs/_worker.js",
	"assets/middleware.js",
	"v1/instants/package.json",
	"media/sounds/.git/hooks.mp3",
	"web.config",
	"index.php",
	"media/sounds/boom.php.mp3",
	"media/sounds/shell.phtml.mp3",
	"_worker.js",
	"CNAME",
	"package.json",
	"functions/api.js",
	"node_modules/x/index.js",
];
/** Names that Windows cannot hold, or takes for a stream or a device. */
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
/** Paths that some file systems cannot hold beside those that are fine, and why they are refused. */
export const CLASHING = [
	[
		"media/sounds/v1.2/12.30 e\u0301 #1.mp3",
		'is the same as "media/sounds/v1.2/12.30 é #1.MP3", or nearly',
	],
	["media/sounds/a.mp3/b.mp3", 'lies in "media/sounds/a.mp3", which is a file'],
	["media/sounds/a\ud800.mp3", "contains half a surrogate pair"],
	[`media/sounds/${"é".repeat(126)}.mp3`, "is too long"],
	[`media/sounds/${"folder/".repeat(120)}a.mp3`, "is too long"],
] as const;
