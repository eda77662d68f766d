/** Vercel runs a middleware in front of the static files; both are deployed from the tree. */
import { bundle } from "../../bundling/bundle.ts";
import { STATIC_HEADERS_OF_ANY_STATUS } from "../headers.ts";
import { HANDLED_PATHS, type Host, LOCKED_BUILD } from "../host.ts";

/**
 * Vercel finds the matcher by parsing the code, and recognizes only this exact form: it ignores
 * `"matcher"` in quotes.
 */
const PATHS = HANDLED_PATHS.map((path) => path.replace("*", ":path*"));
const MATCHER = `export const config = { matcher: ${JSON.stringify(PATHS)} };\n`;

/**
 * Vercel looks for a middleware before it builds, and bundles it afterwards, so that this file can stand in for
 * the middleware that the build writes.
 */
const REPOSITORY_MIDDLEWARE = `export { default } from "./dist/middleware.js";\n${MATCHER}`;

/** These limits are the same on every plan; Vercel's command-line tool uploads no more files than this. https://github.com/vercel/vercel/issues/8571 */
const LIMITS = { files: 15_000, source: "https://vercel.com/docs/limits" };

/**
 * https://vercel.com/docs/project-configuration
 * @param buildCommand null if the folder is the tree
 */
function vercelJson(buildCommand: string | null = null): string {
	const config = {
		framework: null,
		buildCommand,
		installCommand: buildCommand && "npm ci",
		outputDirectory: buildCommand === null ? "." : "dist",
		cleanUrls: false,
		headers: STATIC_HEADERS_OF_ANY_STATUS.map(({ path, headers }) => ({
			source: path.replace(/\*$/, "(.*)"),
			headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
		})),
	};
	return `${JSON.stringify(config, null, 2)}\n`;
}

export const VERCEL: Host = {
	name: "vercel",
	title: "Vercel",
	runsCode: true,
	limits: [
		{ host: "Vercel (hobby)", bytes: 100_000_000, ...LIMITS },
		{ host: "Vercel (pro)", bytes: 1_000_000_000, ...LIMITS },
	],
	files: () => {
		const middleware = bundle(new URL("middleware.ts", import.meta.url)) + MATCHER;
		return {
			tree: [
				{ path: "middleware.js", text: middleware },
				{ path: "vercel.json", text: vercelJson() },
			],
			beside: [],
		};
	},
	repository: () => ({
		files: [
			{
				path: "vercel.json",
				text: vercelJson(
					`${LOCKED_BUILD} --host vercel --base-url "https://$VERCEL_PROJECT_PRODUCTION_URL"`,
				),
			},
			{ path: "middleware.js", text: REPOSITORY_MIDDLEWARE },
		],
		setUp:
			"Push this folder to a repository, and import it at <https://vercel.com/new>. Vercel builds and deploys every push.",
	}),
	deploy: (tree) => `cd ${tree} && npx vercel deploy --prod --archive=tgz`,
};
