/** Makes one file out of our TypeScript, or our CSS, and what it imports. */
import { fileURLToPath } from "node:url";
import { buildSync, type Format } from "esbuild";

/** How a bundle is to be. */
export interface BundleOptions {
	/** `esm` for browsers and edges, `cjs` for servers, `iife` for service workers. */
	readonly format: Format;
	/** `browser` leaves no Node module in; `node` imports them. */
	readonly platform: "browser" | "node";
	/** A comment to begin with. */
	readonly banner?: string;
	readonly minify?: boolean;
}

/** The text of a bundle: one file that imports nothing but what its platform has. */
export function bundle(entry: URL, { banner, ...options }: BundleOptions): string {
	const { outputFiles } = buildSync({
		...options,
		entryPoints: [fileURLToPath(entry)],
		// Comments name files relative to here, so that the text does not depend on the machine.
		absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
		bundle: true,
		target: "es2022",
		...(banner === undefined ? {} : { banner: { js: banner } }),
		write: false,
	});
	return outputFiles[0]?.text ?? "";
}
