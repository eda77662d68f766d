/** Bundles our TypeScript or CSS into files to publish. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync, type Format, type Metafile } from "esbuild";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

export interface BundleOptions {
	/** `esm` by default; use `cjs` for servers and `iife` for service workers. */
	readonly format?: Format;
	/** `browser` by default, for edge runtimes too. Only `node` may import Node modules. */
	readonly platform?: "browser" | "node";
}

/** The bundles that this process has created, by entry. */
const made = new Map<string, string>();

/**
 * The entry and everything it imports, as one file, with the licences of the packages in it. An entry is always
 * bundled with the same options.
 */
export function bundle(entry: URL, options: BundleOptions = {}): string {
	const text = made.get(entry.href) ?? bundled(entry, options);
	made.set(entry.href, text);
	return text;
}

function bundled(entry: URL, options: BundleOptions): string {
	const { outputFiles, metafile } = buildSync({
		format: "esm",
		platform: "browser",
		...options,
		entryPoints: [fileURLToPath(entry)],
		// The metafile names files relative to this folder.
		absWorkingDir: PROJECT,
		// esbuild ignores the tsconfig.json of installed packages.
		tsconfigRaw: { compilerOptions: { strict: true, verbatimModuleSyntax: true } },
		bundle: true,
		// The oldest Safari that the site supports: it needs a vendor prefix for some properties.
		target: entry.pathname.endsWith(".css") ? "safari16.4" : "es2022",
		// Engines parse a function again when it first runs: without minifying, comments alone took a tenth of
		// the first request's CPU time. Stack traces lose the function names, except in the preview of a clone.
		minify: true,
		write: false,
		metafile: true,
	});
	const [{ inputs } = { inputs: {} }] = Object.values(metafile.outputs);
	return `${outputFiles[0]?.text ?? ""}${licences(inputs)}`;
}

/** The licences of the packages whose code is in a bundle: every copy of that code must include them. */
function licences(inputs: Metafile["outputs"][string]["inputs"]): string {
	const foreign = /^(\.\.|node_modules)\//;
	const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
	const used = Object.keys(inputs).filter((file) => inputs[file]?.bytesInOutput);
	const packages = used
		.filter((file) => foreign.test(file))
		.flatMap((file) => folder.exec(join(PROJECT, file)) ?? []);
	return [...new Set(packages)].sort().map(licence).join("");
}

function licence(path: string): string {
	const { name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
	const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
	if (file === undefined) throw new Error(`${path} has no licence file, so it may not be bundled`);
	return `/*!\n${name} ${version}\n\n${readFileSync(join(path, file), "utf8").trim()}\n*/\n`;
}
