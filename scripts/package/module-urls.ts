/** Lets bundled modules find the files beside them: each keeps a URL of its own. */
import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/**
 * An esbuild plugin.
 * @param urlOf the JavaScript expression for the URL of a module, from its path
 */
export function moduleUrls(urlOf: (path: string) => string): Plugin {
	return {
		name: "module-urls",
		setup: ({ onLoad }) => {
			onLoad({ filter: /[\\/]scripts[\\/].*\.ts$/ }, ({ path }) => {
				const text = readFileSync(path, "utf8");
				return { contents: text.replaceAll("import.meta.url", urlOf(path)), loader: "ts" };
			});
		},
	};
}
