/**
 * Finds paths that a published file must not have: they lead out of the tree, would be run by a server or a tool,
 * or are impossible on some system.
 */

/** The longest file name, in bytes, that nearly every file system allows. https://man7.org/linux/man-pages/man3/realpath.3.html */
const MAX_NAME = 255;
/** The longest path, in bytes. macOS allows 1024, including the path of the tree's own folder. */
const MAX_PATH = 800;

/** Servers may run files that have such an extension anywhere in their name: `a.php.mp3`. https://httpd.apache.org/docs/current/mod/mod_mime.html#multipleext */
const SERVER_SCRIPT = /\.(?:php\d?|phtml|phps?|phar|pht|asp|aspx|ashx|asmx|jspx?|shtml)(?:\.|$)/i;
/**
 * Names that are impossible on Windows, or stand for streams or devices there.
 * https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
 */
const NOT_ON_WINDOWS =
	/[<>:"|?*]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:[./]|$)/iu;

/** Files that hosts or tools run or read as configuration, in any folder, and top-level folders for functions. */
const OBEYED =
	/(?:^|\/)(?:_headers|_redirects|_routes\.json|_worker\.js|cname|web\.config|package(?:-lock)?\.json|(?:netlify|wrangler)\.toml|wrangler\.jsonc?|vercel\.json|middleware\.[cm]?[jt]s|deno\.jsonc?|staticwebapp\.config\.json|dockerfile|makefile)(?:\/|$)|^(?:functions|netlify|node_modules|api|cgi-bin)\//i;

/** What is wrong with a path in a published tree, worded to follow the path; undefined if nothing is. */
export function pathFault(path: string): string | undefined {
	return unsafePathFault(path) ?? nameFault(path);
}

/** Why no file may be written to this path; undefined if that is allowed. */
export function unsafePathFault(path: string): string | undefined {
	const isObeyed = SERVER_SCRIPT.test(path) || OBEYED.test(path);
	return (
		shapeFault(path) ??
		(isObeyed ? "would be run, or read as configuration, by a server or a tool" : undefined)
	);
}

export const HALF_PAIR = "contains half of a surrogate pair, usually a broken emoji";

/**
 * What is wrong with the form of a path: it leads out of its folder, is hidden, or has characters that no name
 * should have.
 */
export function shapeFault(path: string): string | undefined {
	const segments = path.split("/");
	if (path.includes("\\")) return "contains a backslash";
	if (segments.some((name) => ["", ".", ".."].includes(name)))
		return 'contains an empty, "." or ".." path segment';
	if (/\p{Cc}/u.test(path)) return "contains a control character";
	if (segments.some((name) => name.startsWith("."))) return "is hidden";
	return path.isWellFormed() ? undefined : HALF_PAIR;
}

/** Why some systems cannot store a file at a path; undefined if all can. */
export function nameFault(path: string): string | undefined {
	if (!isPortable(path)) return "is not a valid file name on Windows";
	const isLong = path.split("/").some((name) => Buffer.byteLength(name) > MAX_NAME);
	return isLong || Buffer.byteLength(path) > MAX_PATH ? "is too long" : undefined;
}

/** Whether a file can also have this path or slug on Windows, so that trees can be moved to any system. */
export function isPortable(path: string): boolean {
	return !NOT_ON_WINDOWS.test(path);
}
