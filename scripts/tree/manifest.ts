/** The manifest: every file of a tree with its size and hash, so that a copy can be checked. */
import { FORMAT_VERSION } from "./pointer.ts";
import { sha256 } from "./sha256.ts";

/** A file of a tree. */
export interface FileEntry {
	/** Path in the tree, without a leading slash. */
	readonly path: string;
	readonly bytes: number;
	/** Hex. */
	readonly sha256: string;
}

export interface Manifest {
	readonly version: typeof FORMAT_VERSION;
	readonly build: string;
	/** The base URL in the links of stored pages; no trailing slash. */
	readonly base_url: string;
	/** Every file but the pointer and the manifest, sorted by path in UTF-16 code units. */
	readonly files: readonly FileEntry[];
}

/** What the id of a build is the SHA-256 of: a line for each file, in the order of the manifest. */
export function fileLines(files: readonly FileEntry[]): string {
	return files.map(({ path, bytes, sha256 }) => `${sha256} ${bytes} ${path}\n`).join("");
}

/** The id of the build whose files these are, hex. */
export function buildId(files: readonly FileEntry[]): Promise<string> {
	return sha256(fileLines(files));
}

/** The manifest as it is published: one file a line, so that `diff` can compare two of them. */
export function manifestJson({ files, version, build, base_url }: Manifest): string {
	const head = JSON.stringify({ version, build, base_url }).slice(0, -1);
	const lines = files.map(({ path, bytes, sha256 }) => JSON.stringify({ path, bytes, sha256 }));
	return `${head},"files":[\n${lines.join(",\n")}\n]}\n`;
}

/** Reads the list of files. Throws an Error when the text is not a manifest of this version. */
export function parseManifest(text: string): Manifest {
	const manifest = JSON.parse(text) as Partial<Manifest>;
	if (manifest.version !== FORMAT_VERSION || !Array.isArray(manifest.files)) {
		throw new Error(`manifest.json: this reader knows version ${FORMAT_VERSION}`);
	}
	return manifest as Manifest;
}
