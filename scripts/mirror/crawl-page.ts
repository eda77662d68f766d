/** One page of a server's listing: asked for, and checked to be an envelope. */
import { z } from "zod";
import { printable, shown } from "../console/text.ts";
import { ContentError, MirrorError } from "./failures.ts";
import type { Source } from "./source.ts";

const envelopeSchema = z.object({
	count: z.int().nonnegative(),
	next: z.string().nullable(),
	previous: z.string().nullable(),
	results: z.array(z.unknown()),
});

/** A page as the server gave it. */
export interface Page {
	readonly url: string;
	readonly count: number;
	/** A complete URL. */
	readonly next: string | null;
	/** Clips, not checked yet. */
	readonly results: readonly unknown[];
}

/** Pages of ten clips have a few kilobytes; other servers may have larger pages. */
const MAX_PAGE = 64 * 1024 * 1024;

/** Throws a MirrorError when the answer is no page, a StatusError when it is none at all. */
export async function fetchPage(source: Source, url: URL): Promise<Page> {
	const value = await source.get<unknown>({
		url,
		accept: "application/json",
		take: async (reply) => {
			const text = await source.text(reply, MAX_PAGE, "the 64 MB of any page");
			try {
				return JSON.parse(text);
			} catch (error) {
				throw new ContentError(`is not JSON (${printable((error as Error).message)})`);
			}
		},
	});
	const result = envelopeSchema.safeParse(value);
	if (!result.success) {
		const faults = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
		throw new MirrorError(`${url.href}: is no page of this API: ${faults.join("; ")}`);
	}
	const { count, next, results } = result.data;
	if (next !== null && !URL.canParse(next, url.href)) {
		throw new MirrorError(`${url.href}: "next" is ${shown(next)}, which is no URL`);
	}
	return { url: url.href, count, next: next === null ? null : new URL(next, url).href, results };
}
