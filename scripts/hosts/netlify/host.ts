/** Netlify: the repository itself is deployed, by netlify.toml. */
import type { Host } from "../host.ts";
import { limitsOf } from "../limits.ts";

export const NETLIFY: Host = {
	name: "netlify",
	title: "Netlify",
	answers: "edge function; redirects when that fails",
	tested: "Netlify's local runtime with Deno, and its redirect engine",
	gaps: [],
	headerGaps: [],
	limits: limitsOf("Netlify"),
	// netlify.toml and the function are in the repository.
	treeFiles: () => [],
	besideFiles: () => [],
	deploy: () => "Connect the repository at https://app.netlify.com/start",
};
