/** What one run works with: where it writes, what is there, whom it asks, and what the user allows. */
import type { Provenance } from "./fixity.ts";
import { Http, type HttpOptions } from "./http.ts";
import { withLock } from "./lock.ts";
import { type HeldRelease, heldReleases, type Place, placeOf } from "./place.ts";
import type { Limits } from "./release.ts";
import type { Report } from "./report.ts";

interface RunOptions extends Limits {
	/** Files to fetch at a time. */
	readonly concurrency: number;
	/** What to expect of the source; as in the current release if undefined. */
	readonly kind?: Provenance["kind"] | undefined;
	/** Whether to fetch media; as in the current release if undefined. */
	readonly media?: boolean | undefined;
	readonly dryRun: boolean;
	/** How many releases to keep. */
	readonly keep: number;
	/** Whether to hash files that are here already instead of trusting them. */
	readonly recheck: boolean;
	/** Whether the source may have lost more than a tenth of the clips. */
	readonly allowShrink: boolean;
	/** Whether the release may be older than one that is here. */
	readonly allowRollback: boolean;
	/** The public key that the release must be signed with. */
	readonly key?: string | undefined;
	/** The age in days from which a release causes a warning. */
	readonly maxAge?: number | undefined;
	/** Whether the source may be another than that of the current release. */
	readonly allowSource: boolean;
}

export interface RunRequest extends RunOptions {
	/** No trailing slash. */
	readonly url: string;
	readonly dir: string;
	/** Other origins that may be asked. */
	readonly followOrigins: readonly string[];
	/** Milliseconds of silence after which a connection is closed. */
	readonly timeout: number;
	readonly signal: AbortSignal;
	readonly report: Report;
	/** Milliseconds before the second attempt of a request. */
	readonly delay?: HttpOptions["delay"];
}

export interface Run {
	/** As given, without a trailing slash. */
	readonly url: string;
	readonly place: Place;
	/** The releases that are here, oldest first. */
	readonly held: readonly HeldRelease[];
	readonly current: HeldRelease | undefined;
	readonly http: Http;
	readonly options: RunOptions;
	/** Whether media are wanted. */
	readonly media: boolean;
	/** When the run began, in ISO 8601. */
	readonly date: string;
	readonly report: Report;
	readonly signal: AbortSignal;
}

/** Runs `work` with the place locked. */
export async function withRun<T>(request: RunRequest, work: (run: Run) => Promise<T>): Promise<T> {
	const { url, dir, signal, report, timeout, concurrency } = request;
	const place = placeOf(dir);
	heldReleases(place);
	return await withLock(place, async () => {
		const held = heldReleases(place);
		const current = held.find(({ isCurrent }) => isCurrent);
		const http = new Http({
			origins: [new URL(url).origin, ...request.followOrigins],
			timeout,
			connections: concurrency,
			signal,
			onWait: (milliseconds) => {
				const seconds = Math.ceil(milliseconds / 1000);
				report({ event: "note", message: `the source asks us to wait ${seconds} s` });
			},
			...(request.delay === undefined ? {} : { delay: request.delay }),
		});
		try {
			const media = request.media ?? current?.provenance.media ?? true;
			const date = new Date().toISOString();
			const options = request;
			return await work({ url, place, held, current, http, options, media, date, report, signal });
		} finally {
			await http.close();
		}
	});
}

/** The URL of a file of the source, given its path. */
export function urlOf(run: Pick<Run, "url">, path: string): URL {
	return new URL(`${run.url}/${path.split("/").map(encodeURIComponent).join("/")}`);
}
