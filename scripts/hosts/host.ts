/** What a host is to the build: the files it wants, what it allows, and how a tree gets there. */
import type { HostLimits } from "./limits.ts";

/** A file that a host wants, configuration or code. */
export interface HostFile {
	/** Relative to where it belongs. */
	readonly path: string;
	readonly text: string;
}

/** A host's files, by where they belong. */
interface HostFiles {
	/** Published with the tree, though most hosts keep them to themselves. */
	readonly tree: readonly HostFile[];
	/** Written into a folder of the host's own beside the tree. */
	readonly beside: readonly HostFile[];
}

/** What a host's files may depend on: never on the clips. */
export interface TreeFacts {
	/** No trailing slash. */
	readonly baseUrl: string;
	/** The domain that the tree's owner brings to GitHub Pages. */
	readonly cname?: string;
	/** The way to the tree from the folder beside it. */
	readonly tree: string;
}

/** A host that trees can be built for. */
export interface Host {
	/** What `--host` takes. */
	readonly name: string;
	/** What people call it. */
	readonly title: string;
	/** What answers requests there, in a few words. */
	readonly answers: string;
	/** The engine on which the contract suite runs, in a few words. */
	readonly tested: string;
	/** What it does not do of the contract, in a few words; nothing where this is left out. */
	readonly cannot?: string;
	/** Its plans, the smallest first; a tree must fit one of them. */
	readonly limits: readonly HostLimits[];
	/** What stored pages must link to there; absent where code answers, which writes links of its own. */
	readonly links?: "path";
	files(facts: TreeFacts): HostFiles;
	/**
	 * The command or the click that deploys.
	 * @param tree folder of the tree, as one word of a shell command
	 * @param beside folder of the files beside it, likewise
	 */
	deploy(tree: string, beside: string): string;
}
