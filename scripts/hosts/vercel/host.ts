/** Vercel runs a middleware in front of the static files, both deployed from the tree. */
import { bundle } from "../../tree/write/bundle.ts";
import { STATIC_HEADERS } from "../headers.ts";
import type { Host } from "../host.ts";

const MATCHER = ["/api", "/api/:path*", "/clips/:path*"];

/**
 * Vercel finds the matcher by parsing the code, and recognizes only this exact form: it ignores
 * `"matcher"` in quotes.
 */
function middleware(): string {
	const code = bundle(new URL("middleware.ts", import.meta.url));
	return `${code}export const config = { matcher: ${JSON.stringify(MATCHER)} };\n`;
}

/** The most files that Vercel's command line uploads, on every plan. https://github.com/vercel/vercel/issues/8571 */
const MOST_FILES = 15_000;

/** https://vercel.com/docs/project-configuration */
function vercelJson(): string {
	const config = {
		framework: null,
		buildCommand: null,
		installCommand: null,
		outputDirectory: ".",
		cleanUrls: false,
		headers: STATIC_HEADERS.map(({ path, headers }) => ({
			source: path.replace(/\*$/, "(.*)"),
			headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
		})),
	};
	return `${JSON.stringify(config, null, 2)}\n`;
}

export const VERCEL: Host = {
	name: "vercel",
	title: "Vercel",
	answers: "middleware",
	tested: "Vercel's edge runtime",
	limits: [
		{
			host: "Vercel (hobby)",
			files: MOST_FILES,
			bytes: 100_000_000,
			source: "https://vercel.com/docs/limits",
		},
		{
			host: "Vercel (pro)",
			files: MOST_FILES,
			bytes: 1_000_000_000,
			source: "https://vercel.com/docs/limits",
		},
	],
	files: () => ({
		tree: [
			{ path: "middleware.js", text: middleware() },
			{ path: "vercel.json", text: vercelJson() },
		],
		beside: [],
	}),
	/** A build replaces the folder, and deletes the link to the project that the first deploy wrote into it. */
	deploy: (tree) =>
		[
			`cd ${tree} && npx vercel deploy --prod --archive=tgz`,
			"# to deploy later builds to the same project, first export VERCEL_ORG_ID and VERCEL_PROJECT_ID from .vercel/project.json",
		].join("\n"),
};
