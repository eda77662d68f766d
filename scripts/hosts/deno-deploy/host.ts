/** Deno Deploy runs the server file, uploaded together with the tree. https://docs.deno.com/runtime/reference/cli/deploy/ */
import { fillTemplate } from "../../bundling/template.ts";
import type { Host } from "../host.ts";
import { serverFile } from "../server/server-file.ts";

export const DENO_DEPLOY: Host = {
	name: "deno-deploy",
	title: "Deno Deploy",
	answers: "`server.cjs`",
	tested: "Deno; not run on Deno Deploy",
	limits: [
		{
			host: "Deno Deploy",
			bytes: 1_000_000_000,
			source: "https://docs.deno.com/deploy/pricing_and_limits",
		},
	],
	files: () => ({ tree: [], beside: [serverFile("dist")] }),
	/** From a folder outside any repository, because files that git ignores are not uploaded. */
	deploy: (tree, beside) =>
		fillTemplate(new URL("deploy.sh", import.meta.url), { tree, beside }).trimEnd(),
};
