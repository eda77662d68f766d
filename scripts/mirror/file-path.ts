/** Which paths a manifest may name: only files inside the mirror's folder, on every system. */

import { foldedPath } from "../catalogue/media.ts";

/** Names with a special meaning on Windows. https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file */
const WINDOWS = /[<>:"|?*]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The longest file name, in bytes, that nearly every file system takes. https://man7.org/linux/man-pages/man3/realpath.3.html */
export const MAX_NAME = 255;

/** Why a path must not be written; undefined if it may. */
export function pathFault(
	path: string,
	platform: NodeJS.Platform = process.platform,
): string | undefined {
	const segments = path.split("/");
	if (path.startsWith("/")) return "is absolute";
	if (/^[A-Za-z]:/.test(path)) return "begins with a drive letter";
	if (path.includes("\\")) return "contains a backslash";
	if (/\p{Cc}/u.test(path)) return "contains a control character";
	if (segments.some((segment) => Buffer.byteLength(segment) > MAX_NAME)) {
		return `has a segment of more than ${MAX_NAME} bytes`;
	}
	if (!path.isWellFormed()) return "contains half a surrogate pair";
	if (segments.includes("")) return "has an empty segment";
	if (segments.some((segment) => segment === "." || segment === "..")) {
		return "contains a . or .. segment";
	}
	if (platform === "win32" && segments.some((segment) => WINDOWS.test(segment))) {
		return "is not a valid file name on Windows";
	}
	return undefined;
}

/** Paths that name the same file as an earlier one, or lie in a folder that is itself a file, with the reason. */
export function clashes(paths: readonly string[]): { path: string; fault: string }[] {
	const files = new Map<string, string>();
	const found: { path: string; fault: string }[] = [];
	for (const path of paths) {
		const other = files.get(foldedPath(path));
		if (other === path) found.push({ path, fault: "is listed twice" });
		else if (other !== undefined) {
			found.push({ path, fault: `differs from "${other}" only in case or accents` });
		} else files.set(foldedPath(path), path);
	}
	for (const path of paths) {
		const file = foldersOf(foldedPath(path)).find((folder) => files.has(folder));
		if (file !== undefined)
			found.push({ path, fault: `lies in "${files.get(file)}", which is a file` });
	}
	return found;
}

/** The folders that contain a path, outermost first. */
export function foldersOf(path: string): string[] {
	const segments = path.split("/").slice(0, -1);
	return segments.map((_, i) => segments.slice(0, i + 1).join("/"));
}
