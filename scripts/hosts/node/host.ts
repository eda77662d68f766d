/** Servers of one's own, on Node, Deno or Bun, and Deno Deploy: one file, which they all run. */
import { bundle } from "../../bundle.ts";
import type { Host, HostFile } from "../host.ts";

/** @param tree the way from the file to the tree, unless the one who starts it says otherwise */
function serverFile(tree: string): HostFile {
	const text = bundle(new URL("server.ts", import.meta.url), {
		// CommonJS: the libraries in it are, and all three take it.
		format: "cjs",
		platform: "node",
		banner: `process.env.INSTANTS_ROOT ??= require("node:path").join(__dirname, ${JSON.stringify(tree)});`,
	});
	return { path: "server.cjs", text };
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
		besideFiles: (_, tree) => [serverFile(tree)],
		deploy: (tree, beside) => `PORT=8000 ${command} ${beside}/server.cjs ${tree}`,
	};
}

export const NODE = runtime("node", "Node", "node");
export const DENO = runtime("deno", "Deno", "deno run --allow-net --allow-read --allow-env");
export const BUN = runtime("bun", "Bun", "bun");

/** https://docs.deno.com/runtime/reference/cli/deploy/ */
export const DENO_DEPLOY: Host = {
	...runtime("deno-deploy", "Deno Deploy", ""),
	tested: "Deno; not run on Deno Deploy",
	limits: [
		{
			host: "Deno Deploy",
			bytes: 1_000_000_000,
			source: "https://docs.deno.com/deploy/pricing_and_limits",
		},
	],
	besideFiles: () => [serverFile("dist")],
	/** From a folder outside any repository: what git ignores is not uploaded. */
	deploy: (tree, beside) =>
		[
			"# with your organization and app; paste from ( to ):",
			"(",
			"set -e",
			'stage="$(mktemp -d)"',
			`cp -R ${tree} "$stage/dist"`,
			`cp ${beside}/server.cjs "$stage"`,
			'cd "$stage"',
			"deno deploy create --org ORG --app APP --source local --runtime-mode dynamic --entrypoint server.cjs --do-not-use-detected-build-config --region global",
			")",
			"# and later, in place of the last command: deno deploy --org ORG --app APP --prod",
		].join("\n"),
};
