/** Defines what the build needs to know about a host: its files, its limits and how to deploy to it. */
import type { TextFile } from "../tree/manifest.ts";
import type { HostLimits } from "./limits.ts";

/** The paths for which hosts call our code; all others are files. */
export const HANDLED_PATHS = ["/api", "/api/*", "/clips/*"] as const;

/**
 * The build command for repositories. With `--no`, npx runs only what `npm ci` installed, never somebody else's
 * package of the same name.
 */
export const LOCKED_BUILD = "npx --no instants build";

/** The files that builds write into a tree for their hosts. */
export const HOST_FILES = [
	...["_headers", ".assetsignore"],
	...["_worker.js", "_routes.json"],
	...["middleware.js", "vercel.json"],
	...[".nojekyll", "CNAME"],
	".hosts.json",
];

/**
 * Deployment tools store their state, such as the link to a project, in the folder they deploy. Each new tree
 * keeps that state.
 */
export const HOST_TOOLS = [".vercel", ".netlify", ".wrangler", ".gitignore"] as const;

export interface Host {
	/** The value of `--host`. */
	readonly name: string;
	readonly title: string;
	/** One entry per plan, smallest first; a tree must fit at least one. */
	readonly limits: readonly HostLimits[];
	/** Whether the host runs our code. If not, the stored pages are the API, and link to each other's files. */
	readonly runsCode: boolean;
	/**
	 * The files that the host needs. They never depend on the clips.
	 * @param facts the base URL without a trailing slash, and the path of the tree, relative to the host's folder
	 * next to the tree
	 */
	files(facts: { readonly baseUrl: string; readonly tree: string }): {
		/** Written into the tree; most hosts read them without serving them. */
		readonly tree: readonly TextFile[];
		/** Written into a folder next to the tree, one per host. */
		readonly beside: readonly TextFile[];
	};
	/** The files with which the host builds and deploys every push; absent if the host deploys nothing on its own. */
	repository?(): {
		readonly files: readonly TextFile[];
		/** The steps that the owner takes once, in Markdown. */
		readonly setUp: string;
	};
	/**
	 * Instructions for deploying: shell commands, or a page to open.
	 * @param tree the tree's folder, quoted for the shell
	 * @param beside the host's folder next to the tree, quoted for the shell
	 */
	deploy(tree: string, beside: string): string;
}
