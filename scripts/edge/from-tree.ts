/** What the answers of all endpoints have in common: they are made from the tree of one build. */
import type { Answer } from "../contract/answers.ts";
import type { PublishedTree } from "../tree/reading.ts";

interface AnswerOptions {
	/** What links start with. No trailing slash. */
	readonly baseUrl: string;
	/** The header of that name. */
	readonly ifNoneMatch: string | null;
	/** The content coding that the host will apply. */
	readonly encoding: string | undefined;
}

/** Makes an answer. Throws DamagedTree, DamagedSearch, MalformedIndex or TooBroad. */
export type FromTree = (tree: PublishedTree, options: AnswerOptions) => Promise<Answer>;
