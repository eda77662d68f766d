/**
 * Hosts that only serve files and ignore queries: GitHub Pages and any other. The stored pages are the API there,
 * so they must link to each other's files.
 */
import { fillTemplate } from "../../bundling/template.ts";
import { type Host, LOCKED_BUILD } from "../host.ts";
import { MIB } from "../limits.ts";

/** Stops GitHub from running Jekyll, which would omit files. */
const NO_JEKYLL = { path: ".nojekyll", text: "" };

export const FILES: Host = {
	name: "files",
	title: "Any other host that serves files, such as a bucket",
	runsCode: false,
	limits: [],
	files: () => ({ tree: [], beside: [] }),
	deploy: (tree) =>
		`Upload the contents of ${tree}: latest.json last, and right before it latest.json.minisig, if there is one`,
};

export const GITHUB_PAGES: Host = {
	...FILES,
	name: "github-pages",
	title: "GitHub Pages",
	limits: [
		{
			host: "GitHub Pages",
			bytes: 1024 * MIB,
			fileBytes: 100 * MIB,
			source:
				"https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits",
		},
	],
	files: ({ baseUrl }) => {
		const { hostname } = new URL(baseUrl);
		const domain = { path: "CNAME", text: `${hostname}\n` };
		return {
			tree: hostname.endsWith(".github.io") ? [NO_JEKYLL] : [NO_JEKYLL, domain],
			beside: [],
		};
	},
	repository: () => ({
		files: [
			{
				path: ".github/workflows/deploy.yml",
				text: fillTemplate(new URL("workflow.yml", import.meta.url), {
					build: LOCKED_BUILD,
				}),
			},
		],
		setUp:
			"Push this folder to the `main` branch of a repository on GitHub. In the repository, choose Settings > Pages > Source: GitHub Actions. The first run of the workflow “Deploy” will have failed, because Pages was not set up yet: run it again. Later pushes run it automatically.",
	}),
	/** Uses a new repository in a temporary folder each time: the tree gets no `.git`, and no history piles up. */
	deploy: (tree) => fillTemplate(new URL("deploy.sh", import.meta.url), { tree }).trimEnd(),
};
