/** What a host is to the build: the files it wants, what it allows, and how a tree gets there. */
import type { Gap, HeaderGap } from "./gap.ts";
import type { HostLimits } from "./limits.ts";

/** A file that a host wants, configuration or code. */
export interface HostFile {
	/** Relative to where it belongs. */
	readonly path: string;
	readonly text: string;
}

/** What stored pages link to: the API with a query, or the files of the pages. */
export type LinkStyle = "query" | "path";

/** A word with precomputed pages. */
export interface PrecomputedWord {
	readonly word: string;
	/** Its folder in the tree; see `wordKey`. */
	readonly key: string;
	readonly pages: number;
	/** How names of the catalogue spell it otherwise: with accents, say. In lower case; empty unless a host wants them. */
	readonly spellings: readonly string[];
}

/** What a host's files may depend on. All of it is known before a file is written. */
export interface TreeFacts {
	/** No trailing slash. */
	readonly baseUrl: string;
	/** The domain that the tree's owner brings to GitHub Pages. */
	readonly cname?: string;
	readonly listingPages: number;
	readonly words: readonly PrecomputedWord[];
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
	/** What it cannot answer; the tests hold it to the rest of the contract. */
	readonly gaps: readonly Gap[];
	/** What it does not send. */
	readonly headerGaps: readonly HeaderGap[];
	/** Its plans, the smallest first; a tree must fit one of them. */
	readonly limits: readonly HostLimits[];
	/** How many rules for headers and routes its files hold. */
	readonly rules?: number;
	/**
	 * Whether it can only name files: each page is then published once for each `format` a client may
	 * give, because links repeat it.
	 */
	readonly wantsFormatPages?: true;
	/** Whether its rules compare names as text, and so must know how the catalogue spells its words. */
	readonly wantsSpellings?: true;
	/** Whether its configuration names the folder of the tree. */
	readonly namesTree?: true;
	/** What stored pages must link to there; absent where code answers and writes links of its own. */
	readonly links?: LinkStyle;
	/** Files that belong into the tree. */
	treeFiles(facts: TreeFacts): HostFile[];
	/** Files that belong beside it, in a folder of this host's own; `tree` is the way from there to the tree. */
	besideFiles(facts: TreeFacts, tree: string): HostFile[];
	/**
	 * The command or the click that deploys.
	 * @param tree folder of the tree, as one word of a shell command
	 * @param beside folder of the files beside it, likewise
	 */
	deploy(tree: string, beside: string): string;
}
