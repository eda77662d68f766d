/** The search module for browsers, made from the code that the index was made with. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bundle } from "../bundle.ts";

const ENTRY = new URL("../search/client.ts", import.meta.url);

/** The licence of MiniSearch asks to be kept with every copy. */
function licence(): string {
	const require = createRequire(import.meta.url);
	// Its entry is dist/cjs/index.cjs.
	const folder = join(dirname(require.resolve("minisearch")), "../..");
	return readFileSync(join(folder, "LICENSE.txt"), "utf8").trim();
}

/** The text of the module: one file, no imports. */
export function clientModule(): string {
	const banner = `/*!\nMiniSearch\n${licence()}\n*/`;
	return bundle(ENTRY, { format: "esm", platform: "browser", minify: true, banner });
}
