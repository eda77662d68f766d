/** Bundles the Node server into one file that Node, Deno and Bun can all run. */
import { bundle } from "../../bundling/bundle.ts";
import type { HostFile } from "../host.ts";

/** @param tree the default path of the tree, relative to the file */
export function serverFile(tree: string): HostFile {
	const text = bundle(new URL("main.ts", import.meta.url), {
		// The bundled libraries are CommonJS, and all three runtimes support it.
		format: "cjs",
		platform: "node",
	});
	const root = `process.env.INSTANTS_ROOT ??= require("node:path").join(__dirname, ${JSON.stringify(tree)});`;
	return { path: "server.cjs", text: `${root}\n${text}` };
}
