/** Which paths a manifest may name: files inside the folder of the mirror, on every system. */

/** Names that Windows gives a meaning of their own. https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file */
const WINDOWS = /[<>:"|?*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Bytes that a name may have nearly everywhere. https://man7.org/linux/man-pages/man3/realpath.3.html */
export const MAX_NAME = 255;

/** Why a path must not be written; undefined when it may. */
export function pathFault(
	path: string,
	platform: NodeJS.Platform = process.platform,
): string | undefined {
	const segments = path.split("/");
	if (path.startsWith("/")) return "is absolute";
	if (/^[A-Za-z]:/.test(path)) return "begins with a drive letter";
	if (path.includes("\\")) return "holds a backslash";
	if (/\p{Cc}/u.test(path)) return "holds a control character";
	if (segments.some((segment) => Buffer.byteLength(segment) > MAX_NAME)) {
		return `has a segment of more than ${MAX_NAME} bytes`;
	}
	if (!path.isWellFormed()) return "holds half of a surrogate pair";
	if (segments.includes("")) return "has an empty segment";
	if (segments.some((segment) => segment === "." || segment === "..")) {
		return "leads out of the folder, or round in it";
	}
	if (platform === "win32" && segments.some((segment) => WINDOWS.test(segment))) {
		return "is no name for a file on Windows";
	}
	return undefined;
}

/** Paths that are one file where names ignore case, or where accents are stored decomposed. */
function folded(path: string): string {
	return path.normalize("NFC").toLowerCase();
}

/** Each path that cannot be told apart from an earlier one, or needs a folder where a file is, with the reason. */
export function clashes(paths: readonly string[]): { path: string; fault: string }[] {
	const files = new Map<string, string>();
	const found: { path: string; fault: string }[] = [];
	for (const path of paths) {
		const other = files.get(folded(path));
		if (other === path) found.push({ path, fault: "is listed twice" });
		else if (other !== undefined) {
			found.push({ path, fault: `differs from "${other}" only by case or accents` });
		} else files.set(folded(path), path);
	}
	for (const path of paths) {
		const file = foldersOf(folded(path)).find((folder) => files.has(folder));
		if (file !== undefined) found.push({ path, fault: `lies in "${files.get(file)}", a file` });
	}
	return found;
}

/** The folders that a path lies in, the outermost first. */
export function foldersOf(path: string): string[] {
	const segments = path.split("/").slice(0, -1);
	return segments.map((_, i) => segments.slice(0, i + 1).join("/"));
}
