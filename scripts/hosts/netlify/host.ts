/** Netlify: the repository itself is deployed, by netlify.toml. */
import type { Host } from "../host.ts";

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
	// netlify.toml and the function are in the repository.
	files: () => ({ tree: [], beside: [] }),
	deploy: () => "Connect the repository at https://app.netlify.com/start",
};
