/** Netlify builds and deploys the repository itself, as netlify.toml says. */
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
	// netlify.toml and the edge function are already in the repository.
	files: () => ({ tree: [], beside: [] }),
	deploy: () => "Connect the repository at https://app.netlify.com/start",
};
