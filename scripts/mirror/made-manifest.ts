/**
 * Parts of a new manifest that a mirror makes from those of the release before, because one clip more
 * changes the count on every page of the listing, and so most parts of the manifest.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { filesOf } from "../tree/index-node.ts";
import { manifestLine, readManifest } from "../tree/manifest.ts";
import { type Asset, type PublishedTree, readTree } from "../tree/reading.ts";
import { sha256 } from "./fixity.ts";
import { type FileMaker, isMakeable, pathAfter } from "./made-files.ts";

/** The lines that stay the same, by path; undefined for files that must be made. */
type Lines = ReadonlyMap<string, string | undefined>;

/** By the name of a part: the key that it begins with, and the key that the next one begins with. */
type Ranges = ReadonlyMap<string, readonly [from: string, to: string | undefined]>;

/** Makes parts of the manifest of a tree. */
export class PartMaker {
	readonly #maker: FileMaker;
	readonly #lines: Lines;
	readonly #ranges: Ranges;

	private constructor(maker: FileMaker, lines: Lines, ranges: Ranges) {
		this.#maker = maker;
		this.#lines = lines;
		this.#ranges = ranges;
	}

	/**
	 * @param maker makes files of the new release
	 * @param folder of the release before. If that is damaged, nothing is made.
	 */
	static async open(
		{ pointer, store }: PublishedTree,
		maker: FileMaker,
		folder: string,
	): Promise<PartMaker | undefined> {
		const asset: Asset = (path) => readFile(join(folder, path)).catch(() => undefined);
		const old = await readTree(asset)
			.then((before) => readManifest(before.store, before.pointer.manifest))
			.catch(() => undefined);
		if (old === undefined) return undefined;
		const lines = new Map<string, string | undefined>();
		for (const file of old) {
			const { path } = file;
			lines.set(path, isMakeable(path, false) ? undefined : manifestLine(file));
			const next = pathAfter(path);
			if (next !== undefined) lines.set(next, undefined);
		}
		const everything = { from: "", reaches: () => true };
		const [parts = []] = await filesOf<string>(store, "manifest", pointer.manifest, [everything]);
		const ranges = parts.map(([key, name], i) => [name, [key, parts[i + 1]?.[0]]] as const);
		return new PartMaker(maker, lines, new Map(ranges));
	}

	/** The text of a part; undefined if it is not what can be made. */
	async text(name: string): Promise<string | undefined> {
		const range = this.#ranges.get(name);
		if (range === undefined) return undefined;
		const [from, to] = range;
		const paths = [...this.#lines.keys()]
			.filter((path) => path >= from && (to === undefined || path < to))
			.sort();
		for (const style of [0, 1]) {
			const lines: string[] = [];
			for (const path of paths) {
				const line = this.#lines.get(path) ?? (await this.#madeLine(path, style));
				if (line !== undefined) lines.push(line);
			}
			const text = `{\n${lines.join(",\n")}\n}\n`;
			if (sha256(text).startsWith(name)) return text;
		}
		return undefined;
	}

	async #madeLine(path: string, style: number): Promise<string | undefined> {
		const versions = await this.#maker.versions(path);
		const [content] = versions[Math.min(style, versions.length - 1)] ?? [];
		if (typeof content !== "string") return undefined;
		return manifestLine({ path, bytes: Buffer.byteLength(content), sha256: sha256(content) });
	}
}
