/**
 * Which files a source may put into a mirror: only files inside it, on every file system, and none that
 * a server or a tool would execute or obey.
 */
import { foldedPath } from "../catalogue/media-path.ts";
import { shown } from "../console/text.ts";
import { PROVENANCE, SUMS } from "./fixity.ts";

/** The longest file name, in bytes, that nearly every file system takes. https://man7.org/linux/man-pages/man3/realpath.3.html */
const MAX_NAME = 255;
/** The longest path, in bytes: less than the 1024 of macOS, so that it fits below some folder. */
export const MAX_PATH = 800;

/** Names with a special meaning on Windows. https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file */
const WINDOWS = /[<>:"|?*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The kinds of files that sites consist of. */
const SITE_FILE =
	/\.(?:html?|css|m?js|json|ndjson|gz|txt|md|xml|ya?ml|webmanifest|map|wasm|woff2?|ico|svg|png|jpe?g|gif|webp|avif|mp3)$/i;

/** Servers may run these wherever the ending stands in a name: `a.php.json`. https://httpd.apache.org/docs/current/mod/mod_mime.html#multipleext */
const SERVER_SCRIPT = /\.(?:php\d?|phtml|phps?|phar|pht|asp|aspx|ashx|asmx|jspx?|shtml)(?:\.|$)/i;

/** Names that hosts, package managers and build tools look for. */
const OBEYED =
	/^(?:_.*|web\.config|cname|(?:vercel|netlify|wrangler|firebase|now|staticwebapp\.config|package|package-lock|composer|deno|tsconfig|bower|renovate|app)\.(?:jsonc?|toml|ya?ml|lock)|(?:.*\.config|middleware|worker|server|gulpfile|gruntfile)\.[cm]?js)$/i;

/** Folders whose files hosts run. */
const RUN_FOLDER = /^(?:api|functions|netlify|node_modules)\//i;

/** Why a file must not be written at a path; undefined if it may. */
function pathFault(path: string, platform: NodeJS.Platform = process.platform): string | undefined {
	const segments = path.split("/");
	const name = segments.at(-1) ?? "";
	if (path.startsWith("/")) return "is absolute";
	if (/^[A-Za-z]:/.test(path)) return "begins with a drive letter";
	if (path.includes("\\")) return "contains a backslash";
	if (/\p{Cc}/u.test(path)) return "contains a control character";
	if (segments.some((segment) => Buffer.byteLength(segment) > MAX_NAME)) {
		return `has a segment of more than ${MAX_NAME} bytes`;
	}
	if (Buffer.byteLength(path) > MAX_PATH) return `has more than ${MAX_PATH} bytes`;
	if (!path.isWellFormed()) return "contains half a surrogate pair";
	if (segments.includes("")) return "has an empty segment";
	if (segments.some((segment) => segment.startsWith("."))) {
		return "has a segment that begins with a dot";
	}
	if (platform === "win32" && segments.some((segment) => WINDOWS.test(segment))) {
		return "is not a valid file name on Windows";
	}
	if (path === SUMS || path === PROVENANCE) return "is a name that the mirror uses itself";
	if (!SITE_FILE.test(name)) return "is no kind of file that a site consists of";
	if (SERVER_SCRIPT.test(name)) return "is a script that servers run";
	if (OBEYED.test(name) || RUN_FOLDER.test(path)) return "is a file that hosts or tools obey";
	return undefined;
}

/** Whether a build may have put a file there for its host. Such files are not part of a release. */
export function isHostFile(path: string): boolean {
	return path.startsWith(".") || OBEYED.test(path);
}

/** Everything that is wrong with the paths of a release. */
export function pathFaults(paths: readonly string[]): string[] {
	const faults: string[] = [];
	const files = new Map<string, string>();
	for (const path of paths) {
		const fault = pathFault(path);
		const other = files.get(foldedPath(path));
		if (fault !== undefined) faults.push(`${shown(path)} ${fault}`);
		else if (other === path) faults.push(`${shown(path)} is listed twice`);
		else if (other !== undefined) {
			faults.push(`${shown(path)} differs from ${shown(other)} only in case or accents`);
		} else files.set(foldedPath(path), path);
	}
	const folders = new Set([""]);
	for (const [folded, path] of files) {
		for (let folder = folderOf(folded); !folders.has(folder); folder = folderOf(folder)) {
			const file = files.get(folder);
			if (file === undefined) folders.add(folder);
			else {
				faults.push(`${shown(path)} lies in ${shown(file)}, which is a file`);
				break;
			}
		}
	}
	return faults;
}

function folderOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
