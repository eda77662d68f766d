/** Checks the paths that a release lists: none may lead out of the mirror, be run by a server or a tool, or be impossible on some system. Any kind of file is fine. */
import { foldedPath } from "../catalogue/media-path.ts";
import { shown } from "../console/text.ts";
import { SIGNATURE_FILE } from "./addresses.ts";
import { type Part, PROVENANCE, SUMS, type WantedFile } from "./release.ts";

/** The longest file name, in bytes, that nearly every file system allows. https://man7.org/linux/man-pages/man3/realpath.3.html */
const MAX_NAME = 255;
/** The longest path, in bytes. macOS allows 1024, and the mirror lies in a folder itself. */
const MAX_PATH = 800;

/** Servers may run these wherever the ending is in a name: `a.php.mp3`. https://httpd.apache.org/docs/current/mod/mod_mime.html#multipleext */
const SERVER_SCRIPT = /\.(?:php\d?|phtml|phps?|phar|pht|asp|aspx|ashx|asmx|jspx?|shtml)(?:\.|$)/i;
/** Names that are impossible on Windows, or mean streams and devices there. https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file */
const NOT_ON_WINDOWS =
	/[<>:"|?*]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:[./]|$)/iu;

/** Files that a host or a tool obeys or runs, in any folder, and top folders of functions. */
const OBEYED =
	/(?:^|\/)(?:_headers|_redirects|_routes\.json|_worker\.js|cname|web\.config|package(?:-lock)?\.json|(?:netlify|wrangler)\.toml|wrangler\.jsonc?|vercel\.json|middleware\.[cm]?[jt]s|deno\.jsonc?|staticwebapp\.config\.json|dockerfile|makefile)(?:\/|$)|^(?:functions|netlify|node_modules|api|cgi-bin)\//i;

/** Files that hold the whole catalogue once more. */
const EXPORT = /^v1\/instants\/(?:all\.|minisearch\/)/;

/** The folders of precomputed pages. */
const PAGE_FOLDERS = ["v1/instants/name/", "v1/instants/page/"] as const;

function isPage(path: string): boolean {
	return PAGE_FOLDERS.some((folder) => path.startsWith(folder));
}

/** Whether all paths between two, sorted by UTF-16 code units, are precomputed pages. */
export function arePages(from: unknown, to: unknown): boolean {
	return PAGE_FOLDERS.some((folder) => [from, to].every((path) => String(path).startsWith(folder)));
}

export function isMedium(path: string): boolean {
	return path.startsWith("media/");
}

/** Whether a mirror leaves out a file: an option says so, or it is a clip page whose name is impossible on Windows. */
export function isLeftOut(path: string, without: readonly Part[]): boolean {
	if (isPage(path)) return without.includes("pages");
	if (EXPORT.test(path)) return without.includes("exports");
	if (isMedium(path)) return without.includes("media");
	return path.startsWith("clips/") && !isPortable(path);
}

/** The fault of a path; undefined if it has none. */
function pathFault(path: string): string | undefined {
	const segments = path.split("/");
	if (path.includes("\\") || segments.some((one) => one === "" || one === "." || one === "..")) {
		return "is no path below the mirror";
	}
	if (/\p{Cc}/u.test(path)) return "contains a control character";
	if (segments.some((one) => one.startsWith("."))) return "is hidden";
	if (SERVER_SCRIPT.test(path) || OBEYED.test(path))
		return "would be run or obeyed by a server or a tool";
	if (!path.isWellFormed()) return "contains half a surrogate pair";
	if (!isPortable(path) && !path.startsWith("clips/")) return "is no name for a file on Windows";
	const isLong = segments.some((one) => Buffer.byteLength(one) > MAX_NAME);
	return isLong || Buffer.byteLength(path) > MAX_PATH ? "is too long" : undefined;
}

/** Whether a file can have this path on Windows too, so that mirrors can be moved to any system. */
export function isPortable(path: string): boolean {
	return !NOT_ON_WINDOWS.test(path);
}

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
		if (own !== undefined) {
			fault(own);
			// It may be too long to look at all of its folders.
			continue;
		}
		if (other === path) fault("is listed twice");
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
