/** Netlify builds and deploys a repository itself, as its netlify.toml says. */
import { bundle } from "../../bundling/bundle.ts";
import { commandLine } from "../../console/invocation.ts";
import { type Host, LOCKED_BUILD } from "../host.ts";
import { netlifyToml } from "./config.ts";

/** Beside the tree `dist`, this is where netlify.toml says. Netlify reads it once the build has ended. */
const EDGE_FUNCTION = "edge-functions/api.js";

function edgeFunction(): string {
	return bundle(new URL("edge-function.ts", import.meta.url));
}

export const NETLIFY: Host = {
	name: "netlify",
	title: "Netlify",
	answers: "edge function; a redirect to a 503 where that fails",
	tested: "Netlify's local runtime with Deno, and its redirect engine",
	limits: [
		{
			host: "Netlify",
			filesInFolder: 54_000,
			forbidden: /[#?]/,
			source: "https://docs.netlify.com/deploy/create-deploys/",
		},
	],
	files: () => ({ tree: [], beside: [{ path: EDGE_FUNCTION, text: edgeFunction() }] }),
	repository: () => ({
		files: [
			{
				path: "netlify.toml",
				text: netlifyToml(
					`${LOCKED_BUILD} --host netlify`,
					"How Netlify builds and serves the catalogue.",
				),
			},
		],
		setUp:
			"Push this folder to a repository, and connect that at <https://app.netlify.com/start>. Netlify builds and deploys every push.",
	}),
	deploy: () =>
		`add netlify.toml to the catalogue's folder (${commandLine("init", "--host", "netlify")}), push the folder to a repository, and connect that at https://app.netlify.com/start`,
};
