/** Makes answers from the tree of one build: what all paths that are answered have in common. */
import type { Answer } from "../contract/answers.ts";
import { type Asset, type PublishedTree, readTree } from "../tree/reading.ts";
import { DamagedTree } from "../tree/store.ts";

/** What the handler needs of a `Request`, which itself does not allow all methods. */
export interface ApiRequest {
	readonly method: string;
	/** Complete. */
	readonly url: string | URL;
	readonly headers: { get(name: string): string | null };
}

export interface HandlerOptions {
	/** Make links start with the origin of the request, instead of the base URL of the build. */
	readonly rebase?: boolean;
	/** Make links start with this URL, which may have a path but no trailing slash. */
	readonly baseUrl?: string;
	/** The content coding that the host will apply to pages, such as `br`: part of their entity tags. */
	readonly encoding?: string | undefined;
}

interface AnswerOptions {
	/** What links start with. No trailing slash. */
	readonly baseUrl: string;
	/** The header of that name. */
	readonly ifNoneMatch: string | null;
	readonly encoding: string | undefined;
}

/** Makes an answer. Throws DamagedTree, DamagedSearch, MalformedIndex or TooBroad. */
export type FromTree = (tree: PublishedTree, options: AnswerOptions) => Promise<Answer>;

/** During a request, new builds may replace the one that it began with, again and again on a busy machine. */
const MAX_TRIES = 10;

/** An answer that needs no tree, or the one that a tree gives. Throws what that throws. */
export async function answerFromTree(
	answerFrom: Answer | FromTree,
	{ url, headers }: ApiRequest,
	asset: Asset,
	options: HandlerOptions,
): Promise<Answer> {
	if (typeof answerFrom !== "function") return answerFrom;
	for (let tries = 1; ; tries++) {
		const tree = await readTree(asset);
		const { baseUrl = options.rebase ? new URL(url).origin : tree.pointer.base_url } = options;
		const ifNoneMatch = headers.get("If-None-Match");
		try {
			return await answerFrom(tree, { baseUrl, ifNoneMatch, encoding: options.encoding });
		} catch (error) {
			if (!(error instanceof DamagedTree) || tries === MAX_TRIES) throw error;
		}
	}
}

/** What went wrong, for the log of the host. */
export function describe(error: unknown): string {
	if (error instanceof DamagedTree) return error.message;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
