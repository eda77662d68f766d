/** Servers of one's own, on Node, Deno or Bun: one file, which they all run. */
import { bundle } from "../../publish/bundle.ts";
import type { Host, HostFile } from "../host.ts";

function serverFiles(): HostFile[] {
	// CommonJS: the libraries in it are, and all three take it.
	const text = bundle(new URL("server.ts", import.meta.url), { format: "cjs", platform: "node" });
	return [{ path: "server.cjs", text }];
}

/** A host that runs the server with a command of its own. */
function runtime(name: string, title: string, command: string): Host {
	return {
		name,
		title,
		answers: "server of one file",
		tested: title,
		gaps: [],
		headerGaps: [],
		limits: [],
		treeFiles: () => [],
		besideFiles: serverFiles,
		deploy: (tree, beside) => `PORT=8000 ${command} ${beside}/server.cjs ${tree}`,
	};
}

export const NODE = runtime("node", "Node", "node");
export const DENO = runtime("deno", "Deno", "deno run --allow-net --allow-read --allow-env");
export const BUN = runtime("bun", "Bun", "bun");
