/**
 * Netlify builds and deploys a repository itself, according to its netlify.toml.
 * https://docs.netlify.com/build/configure-builds/file-based-configuration/
 */
import { bundle } from "../../bundling/bundle.ts";
import { fillTemplate } from "../../bundling/template.ts";
import { commandLine } from "../../console/invocation.ts";
import { headersFile } from "../headers.ts";
import { type Host, LOCKED_BUILD } from "../host.ts";

/** In the folder next to `dist` that netlify.toml names. Netlify reads this file after the build. */
const EDGE_FUNCTION = "edge-functions/api.js";

/** @param build the command that builds `dist` and its edge function */
export function netlifyToml(build: string, comment: string): string {
	// Every JSON string is a valid TOML basic string. https://toml.io/en/v1.0.0#string
	const command = (url: string): string =>
		JSON.stringify(`${build} --base-url "\${BASE_URL:-${url}}"`);
	return fillTemplate(new URL("config.toml", import.meta.url), {
		comment,
		preview_command: command("$DEPLOY_PRIME_URL"),
		production_command: command("$URL"),
	});
}

export const NETLIFY: Host = {
	name: "netlify",
	title: "Netlify",
	runsCode: true,
	limits: [
		{
			host: "Netlify",
			filesInFolder: 54_000,
			forbidden: /[#?]/,
			source: "https://docs.netlify.com/deploy/create-deploys/",
		},
	],
	files: () => ({
		tree: [headersFile()],
		beside: [{ path: EDGE_FUNCTION, text: bundle(new URL("edge-function.ts", import.meta.url)) }],
	}),
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
			"Push this folder to a repository, and connect it at <https://app.netlify.com/start>. Netlify builds and deploys every push.",
	}),
	deploy: () =>
		`push the catalogue's folder with its netlify.toml (${commandLine("init", "--host", "netlify")} adds one) to a repository, and connect it at https://app.netlify.com/start`,
};
