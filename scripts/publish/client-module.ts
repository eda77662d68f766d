/** The search module for browsers, made from the code that the index was made with. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const ENTRY = fileURLToPath(new URL("../search/client.ts", import.meta.url));

/** The licence of MiniSearch asks to be kept with every copy. */
function licence(): string {
	const require = createRequire(import.meta.url);
	// Its entry is dist/cjs/index.cjs.
	const folder = join(dirname(require.resolve("minisearch")), "../..");
	return readFileSync(join(folder, "LICENSE.txt"), "utf8").trim();
}

/** The text of the module: one file, no imports. */
export function clientModule(): string {
	const { outputFiles } = buildSync({
		entryPoints: [ENTRY],
		bundle: true,
		format: "esm",
		target: "es2022",
		minify: true,
		banner: { js: `/*!\nMiniSearch\n${licence()}\n*/` },
		write: false,
	});
	return outputFiles[0]?.text ?? "";
}
