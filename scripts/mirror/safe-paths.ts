/** Which paths a release may list: nothing that leads out, that anything runs, or that a system cannot hold. Which kinds of file there are does not matter. */
import { foldedPath } from "../catalogue/media-path.ts";
import { shown } from "../console/text.ts";
import { SIGNATURE_FILE } from "./addresses.ts";
import { type Part, PROVENANCE, SUMS, type WantedFile } from "./release.ts";

/** The longest file name, in bytes, that nearly every file system takes. https://man7.org/linux/man-pages/man3/realpath.3.html */
const MAX_NAME = 255;
/** The longest path, in bytes: less than the 1024 of macOS, so that it fits below some folder. */
const MAX_PATH = 800;

/** Servers may run these wherever the ending stands in a name: `a.php.mp3`. https://httpd.apache.org/docs/current/mod/mod_mime.html#multipleext */
const SERVER_SCRIPT = /\.(?:php\d?|phtml|phps?|phar|pht|asp|aspx|ashx|asmx|jspx?|shtml)(?:\.|$)/i;
/** Names of streams and devices, and others that Windows cannot hold. https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file */
const NOT_ON_WINDOWS =
	/[<>:"|?*]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:[./]|$)/iu;

/** Files that a host or a tool obeys or runs, wherever they lie, and folders of functions at the top. */
const OBEYED =
	/(?:^|\/)(?:_headers|_redirects|_routes\.json|_worker\.js|cname|web\.config|package(?:-lock)?\.json|(?:netlify|wrangler)\.toml|wrangler\.jsonc?|vercel\.json|middleware\.[cm]?[jt]s|deno\.jsonc?|staticwebapp\.config\.json|dockerfile|makefile)(?:\/|$)|^(?:functions|netlify|node_modules|api|cgi-bin)\//i;

/** Files that hold the whole catalogue once more. */
const EXPORT = /^v1\/instants\/(?:all\.|minisearch\/)/;

/** The folders of precomputed pages, which the handler composes too. */
const PAGE_FOLDERS = ["v1/instants/name/", "v1/instants/page/"] as const;

/** Whether a file is a precomputed page. */
function isPage(path: string): boolean {
	return PAGE_FOLDERS.some((folder) => path.startsWith(folder));
}

/** Whether all paths from one to another, in the order of UTF-16 code units, are of pages. */
export function arePages(from: unknown, to: unknown): boolean {
	return PAGE_FOLDERS.some((folder) => [from, to].every((path) => String(path).startsWith(folder)));
}

export function isMedium(path: string): boolean {
	return path.startsWith("media/");
}

/** Whether a mirror does without a file: because its user wants that, or because it is a clip's page that Windows cannot hold. */
export function isLeftOut(path: string, without: readonly Part[]): boolean {
	if (isPage(path)) return without.includes("pages");
	if (EXPORT.test(path)) return without.includes("exports");
	if (isMedium(path)) return without.includes("media");
	return path.startsWith("clips/") && !isPortable(path);
}

/** What is wrong with a path that a release lists; undefined if it may have it. */
function pathFault(path: string): string | undefined {
	const segments = path.split("/");
	if (path.includes("\\") || segments.some((one) => one === "" || one === "." || one === "..")) {
		return "is no path below the mirror";
	}
	if (/\p{Cc}/u.test(path)) return "contains a control character";
	if (segments.some((one) => one.startsWith("."))) return "is hidden";
	if (SERVER_SCRIPT.test(path) || OBEYED.test(path))
		return "is what a server or a tool would run or obey";
	if (!path.isWellFormed()) return "contains half a surrogate pair";
	if (!isPortable(path) && !path.startsWith("clips/")) return "is no name for a file on Windows";
	const isLong = segments.some((one) => Buffer.byteLength(one) > MAX_NAME);
	return isLong || Buffer.byteLength(path) > MAX_PATH ? "is too long" : undefined;
}

/** Whether Windows can hold a file of this name, so that a mirror can be moved to any system. */
export function isPortable(path: string): boolean {
	return !NOT_ON_WINDOWS.test(path);
}

/** Everything that is wrong with the paths of a release. */
export function pathFaults(files: readonly WantedFile[], pointer: string): string[] {
	const paths = new Map(
		[pointer, SIGNATURE_FILE, SUMS, PROVENANCE].map((path) => [foldedPath(path), path]),
	);
	const faults: string[] = [];
	for (const { path } of files) {
		const folded = foldedPath(path);
		const other = paths.get(folded);
		const own = pathFault(path);
		const fault = (reason: string): number => faults.push(`${shown(path)} ${reason}`);
		if (own !== undefined) fault(own);
		else if (other === path) fault("is listed twice");
		else if (other !== undefined) fault(`is the same as ${shown(other)}, or nearly`);
		paths.set(folded, path);
	}
	for (const [folded, path] of paths) {
		const file = foldersOf(folded).find((folder) => paths.has(folder));
		if (file !== undefined) faults.push(`${shown(path)} lies in ${shown(file)}, which is a file`);
	}
	return faults;
}

function foldersOf(path: string): string[] {
	const segments = path.split("/").slice(0, -1);
	return segments.map((_, i) => segments.slice(0, i + 1).join("/"));
}
