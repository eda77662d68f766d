/** What a run refuses to take over unless the user allows it, because it could be a loss or an attack. */
import { RefusedError } from "./errors.ts";
import type { Run } from "./run.ts";

/** The part of the clips, or of the media, that may be gone without a question. */
const TOLERATED_LOSS = 0.1;

/** Throws a RefusedError if the current release came from elsewhere. */
export function refuseOtherSource({ url, current, options, place }: Run): void {
	const source = current?.provenance.source;
	if (source === undefined || source === url || options.allowSource) return;
	throw new RefusedError(
		`${url}: is not the source of ${place.dir}, which is ${source}; name that, or take over from here with --allow-source`,
	);
}

/** Throws a RefusedError if too many of something are gone. */
export function refuseShrink(
	{ url, options, place }: Run,
	what: "clips" | "media",
	before: number,
	after: number,
): void {
	if (options.allowShrink || after >= before * (1 - TOLERATED_LOSS)) return;
	throw new RefusedError(
		`${url}: has ${after} ${what}, and ${place.dir} has ${before}; if that is right, allow it with --allow-shrink`,
	);
}
