/** Fetches the media of a live server. Nothing says what they must contain, so each is checked for its type. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import pMap from "p-map";
import { mediaFault } from "../catalogue/media-type.ts";
import type { Problem } from "./crawled-clips.ts";
import { refuseExcess } from "./crawled-pages.ts";
import { type Medium, withoutQuery } from "./crawled-paths.ts";
import type { Draft } from "./draft.ts";
import { RefusedError, TransferError } from "./errors.ts";
import { hashOf } from "./fixity.ts";
import { parsed } from "./release.ts";
import type { Run } from "./run.ts";

/** Every medium with what its server said about it, one a line. */
const LIST = "crawl/media.ndjson";
/** The same of a run that is still at work, or was killed. */
const LOG = "crawl/media.log";
/** In bytes. */
const MAX_MEDIUM = 512 * 1024 * 1024;
/** After so many failures in a row, a host counts as dead. */
const MAX_FAILURES = 5;

interface FetchedMedium {
	/** Without the query. */
	readonly url: string;
	readonly path: string;
	readonly sha256: string;
	readonly etag?: string | undefined;
	readonly modified?: string | undefined;
}

/** A medium that an earlier run has fetched, and the file it is in. */
interface HeldMedium extends FetchedMedium {
	readonly file: string;
}

/** Puts into the draft whatever can be had of the media. */
export class MediaCollection {
	readonly problems: Problem[] = [];
	fetched = 0;
	bytes = 0;
	kept = 0;
	readonly #run: Run;
	readonly #draft: Draft;
	readonly #log: string;
	/** What earlier runs have got, by path. */
	readonly #known = new Map<string, HeldMedium>();
	readonly #lines: string[] = [];
	/** Failures in a row, by origin. */
	readonly #failures = new Map<string, number>();

	constructor(run: Run, draft: Draft) {
		this.#run = run;
		this.#draft = draft;
		const { current, place } = run;
		this.#log = join(place.draft, LOG);
		mkdirSync(dirname(this.#log), { recursive: true });
		if (current !== undefined) this.#read(LIST, current.folder);
		this.#read(LOG, place.draft);
	}

	#read(list: string, folder: string): void {
		const file = join(folder, list);
		const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
		for (const line of lines) {
			const medium = parsed(line) as FetchedMedium | undefined;
			// A run that was killed, or a power failure, leaves lines that are incomplete.
			if (typeof medium?.path !== "string") continue;
			this.#known.set(medium.path, { ...medium, file: join(folder, medium.path) });
		}
	}

	/** Leaves a list of what could be had in the draft. */
	async addAll(media: readonly Medium[]): Promise<void> {
		const { options, report } = this.#run;
		const byPath = new Map(media.map((medium) => [medium.path, medium]));
		let done = 0;
		const add = async (medium: Medium): Promise<void> => {
			await this.#add(medium);
			report.progress("media", ++done, byPath.size);
		};
		await pMap(byPath.values(), add, { concurrency: options.concurrency });
		this.#draft.writeText(LIST, this.#lines.sort().join(""));
		this.problems.sort((a, b) => (a.what < b.what ? -1 : 1));
		rmSync(this.#log, { force: true });
	}

	/** Fetches a medium, or takes what an earlier run has got, or notes a problem. */
	async #add({ url, path }: Medium): Promise<void> {
		const failures = this.#failures.get(url.origin) ?? 0;
		try {
			refuseExcess(this.#run, 0, this.bytes);
			if (failures >= MAX_FAILURES) {
				throw new TransferError(url, `was not asked for after ${failures} failures in a row`);
			}
			await this.#fetch(url, path, this.#held(url, path));
			this.#failures.set(url.origin, 0);
		} catch (error) {
			if (!(error instanceof TransferError || error instanceof RefusedError)) throw error;
			const isDown = error instanceof TransferError && error.isTransient;
			this.#failures.set(url.origin, isDown ? failures + 1 : 0);
			const held = this.#held(url, path);
			if (held !== undefined) this.#keep(held);
			const effect = held === undefined ? "" : "; what an earlier run has got is kept";
			const reason = error.message.replace(`${url.href}: `, "") + effect;
			this.problems.push({ what: url.href, reason, lost: held === undefined });
		}
	}

	async #fetch(url: URL, path: string, held: HeldMedium | undefined): Promise<void> {
		const { http, place } = this.#run;
		const statuses = held === undefined ? [200] : [200, 304];
		const options = { limit: MAX_MEDIUM, headers: conditions(held), statuses };
		await http.get(url, options, async ({ status, headers, body }) => {
			if (status === 304 && held !== undefined) return this.#keep(held);
			const { bytes, sha256 } = await this.#draft.write(path, body);
			const name = path.startsWith("data/") ? path.slice("data/media/".length) : undefined;
			const fault = name && (await mediaFault(name, join(place.draft, path)));
			if (fault) throw new TransferError(url, this.#setAside(path, fault), { isTransient: false });
			if (name === undefined) {
				const reason = `is not what a build takes; it is in ${path}`;
				this.problems.push({ what: url.href, reason, lost: true });
			}
			const { etag, "last-modified": modified } = headers;
			this.#note({ url: withoutQuery(url), path, sha256, etag, modified });
			this.fetched++;
			this.bytes += bytes;
		});
	}

	/** Moves a file out of `data/` that a build would refuse. Returns the reason and the new place. */
	#setAside(path: string, fault: string): string {
		const hash = this.#draft.hashes.get(path) ?? "";
		const place = `crawl/media/${hash.slice(0, 24)}`;
		if (!this.#draft.hashes.has(place)) {
			this.#draft.link(place, join(this.#run.place.draft, path), hash);
		}
		this.#draft.remove(path);
		return `${fault}; what came is in ${place}`;
	}

	/** What is here of this URL, if it is undamaged. */
	#held(url: URL, path: string): HeldMedium | undefined {
		const held = this.#known.get(path);
		if (held?.url !== withoutQuery(url)) return undefined;
		return hashOf(held.file) === held.sha256 ? held : undefined;
	}

	#keep({ file, ...medium }: HeldMedium): void {
		if (!this.#draft.resume(medium)) this.#draft.link(medium.path, file, medium.sha256);
		this.#note(medium);
		this.kept++;
	}

	#note(medium: FetchedMedium): void {
		const line = `${JSON.stringify(medium)}\n`;
		this.#lines.push(line);
		appendFileSync(this.#log, line);
	}
}

function conditions(held: HeldMedium | undefined): Record<string, string> {
	if (held?.etag !== undefined) return { "if-none-match": held.etag };
	return held?.modified === undefined ? {} : { "if-modified-since": held.modified };
}
