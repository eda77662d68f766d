/** Bundles our TypeScript or CSS into files to publish. */
import { fileURLToPath } from "node:url";
import { buildSync, type Format } from "esbuild";

export interface BundleOptions {
	/** `esm` by default, `cjs` for servers, `iife` for service workers. */
	readonly format?: Format;
	/** `browser` by default, for edge runtimes too. Only `node` may import Node modules. */
	readonly platform?: "browser" | "node";
	/** A comment to start with. */
	readonly banner?: string;
	readonly minify?: boolean;
}

/** The entry and everything it imports, as one text. */
export function bundle(entry: URL, { banner, ...options }: BundleOptions = {}): string {
	const { outputFiles } = buildSync({
		format: "esm",
		platform: "browser",
		...options,
		entryPoints: [fileURLToPath(entry)],
		// esbuild's comments name files relative to this folder, so the text is the same on every machine.
		absWorkingDir: fileURLToPath(new URL("../../..", import.meta.url)),
		bundle: true,
		target: "es2022",
		...(banner === undefined ? {} : { banner: { js: banner } }),
		write: false,
	});
	return outputFiles[0]?.text ?? "";
}
