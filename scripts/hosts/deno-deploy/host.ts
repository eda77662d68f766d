/** Deno Deploy runs the server file, uploaded together with the tree. https://docs.deno.com/runtime/reference/cli/deploy/ */
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
