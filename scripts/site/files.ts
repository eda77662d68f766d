/** The pages for people: which files they are and where they lie in the published tree. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastGlob from "fast-glob";

/** A file to publish as it is. */
export interface SiteFile {
	/** Path in the tree, without a leading slash. */
	readonly path: string;
	readonly source: string;
}

const ROOT = fileURLToPath(new URL("public/", import.meta.url));

/** All files of the site, sorted by path. */
export async function findSite(): Promise<SiteFile[]> {
	const paths = await fastGlob("**", { cwd: ROOT });
	return paths.sort().map((path) => ({ path, source: join(ROOT, path) }));
}
