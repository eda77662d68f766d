/**
 * Checks the paths that a release lists: none may lead out of the mirror, or be run by a server or a tool. All
 * other kinds of files are allowed.
 */
import { foldedPath } from "../catalogue/media-path.ts";
import { nameFault, unsafePathFault } from "../catalogue/portable-path.ts";
import { shown } from "../console/text.ts";
import { SIGNATURE_FILE } from "../download/addresses.ts";
import { isPage, type ListedFile } from "../tree/listed-files.ts";
import { type Part, PROVENANCE, SUMS } from "./provenance.ts";

/** Files that contain the whole catalogue again. */
const EXPORT = /^v1\/instants\/(?:all\.|minisearch\/)/;

export function isMedium(path: string): boolean {
	return path.startsWith("media/");
}

/** Whether the options leave out a file. */
export function isLeftOut(path: string, without: readonly Part[]): boolean {
	if (isPage(path)) return without.includes("pages");
	if (EXPORT.test(path)) return without.includes("exports");
	return isMedium(path) && without.includes("media");
}

export function pathFaults(files: readonly ListedFile[], pointer: string): string[] {
	const paths = new Map(
		[pointer, SIGNATURE_FILE, SUMS, PROVENANCE].map((path) => [foldedPath(path), path]),
	);
	const faults: string[] = [];
	for (const { path } of files) {
		const folded = foldedPath(path);
		const other = paths.get(folded);
		const unsafe = unsafePathFault(path);
		const fault = (reason: string): number => faults.push(`${shown(path)} ${reason}`);
		if (unsafe !== undefined) fault(unsafe);
		// The file will not be written, and its path may be too long to check all of its folders.
		if ((unsafe ?? nameFault(path)) !== undefined) continue;
		if (other === path) fault("is listed twice");
		else if (other !== undefined)
			fault(`is the same as ${shown(other)}, or differs only in case or in how accents are stored`);
		paths.set(folded, path);
	}
	for (const [folded, path] of paths) {
		const file = foldersOf(folded).find((folder) => paths.has(folder));
		if (file !== undefined) faults.push(`${shown(path)} is inside ${shown(file)}, which is a file`);
	}
	return faults;
}

function foldersOf(path: string): string[] {
	const segments = path.split("/").slice(0, -1);
	return segments.map((_, i) => segments.slice(0, i + 1).join("/"));
}
