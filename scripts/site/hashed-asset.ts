/** Scripts and styles under names that change with their content, so that no cache holds an old one for it. */
import { createHash } from "node:crypto";
import { bundle } from "../bundle.ts";

/** A file of the tree. */
export interface TextFile {
	/** Without a leading slash. */
	readonly path: string;
	readonly content: string;
}

/** @param name what the file is called before its hash */
export function hashedAsset(entry: URL, name: string): TextFile {
	const content = bundle(entry, { format: "esm", platform: "browser", minify: true });
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
	const extension = entry.pathname.endsWith(".css") ? "css" : "js";
	return { path: `assets/${name}-${hash}.${extension}`, content };
}
