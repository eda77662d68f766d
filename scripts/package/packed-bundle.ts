/** Stands for `bundling/bundle.ts` in the package, whose bundles are made when it is packed. */
import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { bundle } from "../bundling/bundle.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Where the package has the bundle of an entry, both relative to its root. */
export function packedPath(entry: string): string {
	return `lib/bundles/${entry.replace(/\.ts$/, ".js")}`;
}

/** The text that `bundling/bundle.ts` makes of the source. */
export const packedBundle: typeof bundle = (entry) => {
	const path = relative(PROJECT, fileURLToPath(entry)).split(sep).join("/");
	return readFileSync(`${PROJECT}/${packedPath(path)}`, "utf8");
};
