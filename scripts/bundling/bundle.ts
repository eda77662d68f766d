/** Bundles our TypeScript or CSS into files to publish. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync, type Format, type Metafile } from "esbuild";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

export interface BundleOptions {
	/** `esm` by default, `cjs` for servers, `iife` for service workers. */
	readonly format?: Format;
	/** `browser` by default, for edge runtimes too. Only `node` may import Node modules. */
	readonly platform?: "browser" | "node";
}

/** The texts of this process, by entry. */
const made = new Map<string, string>();

/**
 * The entry and everything it imports, as one text, with the licences of the packages in it. An entry is
 * always bundled with the same options.
 */
export function bundle(entry: URL, options: BundleOptions = {}): string {
	const text = made.get(entry.href) ?? bundled(entry, options);
	made.set(entry.href, text);
	return text;
}

/** Everything that this process has bundled: the texts, by the path of the entry in the repository. */
export function bundlesMade(): ReadonlyMap<string, string> {
	const path = (entry: string): string => relative(PROJECT, fileURLToPath(entry));
	return new Map([...made].map(([entry, text]) => [path(entry).split(sep).join("/"), text]));
}

function bundled(entry: URL, options: BundleOptions): string {
	const { outputFiles, metafile } = buildSync({
		format: "esm",
		platform: "browser",
		...options,
		entryPoints: [fileURLToPath(entry)],
		// esbuild's comments name files relative to this folder, so the text is the same on every machine.
		absWorkingDir: PROJECT,
		bundle: true,
		target: "es2022",
		// Engines read a function again when it first runs: comments alone cost the first request a tenth of
		// its CPU. Stack traces lose their names; the preview of a clone has them.
		minify: true,
		write: false,
		metafile: true,
	});
	return `${outputFiles[0]?.text ?? ""}${licences(metafile.outputs)}`;
}

/** The licences of the packages whose code is in these files. */
export function licences(outputs: Metafile["outputs"]): string {
	return packagesIn(outputs).map(licence).join("");
}

/** The folders of the packages. */
function packagesIn(outputs: Metafile["outputs"]): string[] {
	const files = Object.values(outputs).flatMap(({ inputs }) =>
		Object.keys(inputs).filter((file) => inputs[file]?.bytesInOutput),
	);
	const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
	return [...new Set(files.flatMap((file) => folder.exec(file) ?? []))].sort();
}

/** Of packages that come without one. */
const LICENCES = fileURLToPath(new URL("licences", import.meta.url));

/** A licence must be kept with every copy of the code. */
function licence(folder: string): string {
	const path = join(PROJECT, folder);
	const { name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
	const own = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
	const file = own === undefined ? join(LICENCES, `${basename(path)}.txt`) : join(path, own);
	if (!existsSync(file)) throw new Error(`${path} has no licence file, so it may not be bundled`);
	return `/*!\n${name} ${version}\n\n${readFileSync(file, "utf8").trim()}\n*/\n`;
}
