/**
 * Lists the files that a build wrote into a folder for hosts. People write some of these by hand, and no manifest
 * lists them. So the list has their hashes: a file that is not as listed belongs to somebody else.
 */
import { join } from "node:path";
import type { TextFile } from "../manifest.ts";
import { contentOf, digestOf, jsonOf, textOf } from "./read-file.ts";

export const HOST_LIST = ".hosts.json";

const WHAT =
	"The files that a build by Instants wrote here for hosts. The next build replaces those that are still as listed.";

/** Adds their list to files of one folder, unless there are none. */
export function withList(files: readonly TextFile[]): readonly TextFile[] {
	if (files.length === 0) return files;
	const hashes = Object.fromEntries(files.map(({ path, text }) => [path, digestOf(text)]));
	const text = `${JSON.stringify({ what: WHAT, files: hashes }, null, "\t")}\n`;
	return [...files, { path: HOST_LIST, text }];
}

/** The files in a folder that are as a build wrote them for hosts. */
export function writtenForHosts(folder: string): ReadonlySet<string> {
	const { what, files } = Object(jsonOf(textOf(join(folder, HOST_LIST))));
	if (what !== WHAT) return new Set();
	const isAsListed = ([path, sha256]: readonly unknown[]): boolean =>
		digestOf(contentOf(join(folder, `${path}`)) ?? "") === sha256;
	const written = Object.entries(Object(files)).filter(isAsListed);
	return new Set([HOST_LIST, ...written.map(([path]) => path)]);
}
