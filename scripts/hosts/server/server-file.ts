/** The server in one file, which Node, Deno and Bun all run. */
import { bundle } from "../../tree/write/bundle.ts";
import type { HostFile } from "../host.ts";

/** @param tree the way from the file to the tree, unless the one who starts it says otherwise */
export function serverFile(tree: string): HostFile {
	const text = bundle(new URL("../node/server.ts", import.meta.url), {
		// CommonJS: the libraries in it are, and all three take it.
		format: "cjs",
		platform: "node",
		banner: `process.env.INSTANTS_ROOT ??= require("node:path").join(__dirname, ${JSON.stringify(tree)});`,
	});
	return { path: "server.cjs", text };
}
