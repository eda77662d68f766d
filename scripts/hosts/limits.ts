/** The limits that hosts set on the files of a tree, and which of them a tree exceeds. */

import type { FileEntry } from "../tree/manifest.ts";

/** The limits of one plan of one host; a missing field means no limit. */
export interface HostLimits {
	/** The host, with the plan if it has several. */
	readonly host: string;
	readonly files?: number;
	readonly bytes?: number;
	readonly fileBytes?: number;
	readonly filesInFolder?: number;
	/** Matches paths that the host does not allow. */
	readonly forbidden?: RegExp;
	/** The URL where the host documents the limits. */
	readonly source: string;
}

export const MIB = 1024 * 1024;

export interface Excess {
	/** What exceeds the limit, in words. */
	readonly what: string;
	readonly fix: string;
}

/** All limits that a tree exceeds; empty if it fits. */
export function excesses(limits: HostLimits, files: readonly FileEntry[]): readonly Excess[] {
	const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
	const largest = files.reduce((a, b) => (b.bytes > a.bytes ? b : a), { path: "", bytes: 0 });
	const folder = fullestFolder(files);
	const named = limits.forbidden && files.find(({ path }) => limits.forbidden?.test(path));
	const found: Excess[] = [];
	const compare = (unit: string, figure: number, limit: number | undefined, fix: string): void => {
		if (limit !== undefined && figure > limit) {
			found.push({ what: `${figure} ${unit}, at most ${limit}`, fix });
		}
	};
	const fewer = "publish fewer clips";
	const smaller = largest.path.startsWith("media/") ? "make it smaller" : fewer;
	compare("files", files.length, limits.files, `lower --max-files to ${limits.files}, or ${fewer}`);
	compare("bytes", total, limits.bytes, "put the media elsewhere (--media-url)");
	compare(`bytes in ${largest.path}`, largest.bytes, limits.fileBytes, smaller);
	compare(`files in the folder ${folder.path || "/"}`, folder.count, limits.filesInFolder, fewer);
	if (named) {
		const what = `the file name ${JSON.stringify(named.path)} is not allowed`;
		found.push({ what, fix: "rename it" });
	}
	return found;
}

function fullestFolder(files: readonly FileEntry[]): { path: string; count: number } {
	const counts = new Map<string, number>();
	for (const { path } of files) {
		const folder = path.slice(0, path.lastIndexOf("/") + 1);
		counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	let fullest = { path: "", count: 0 };
	for (const [path, count] of counts) if (count > fullest.count) fullest = { path, count };
	return fullest;
}
