/** Fetches the media of a live server: one file for each URL. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import pMap from "p-map";
import { mediaFault } from "../catalogue/media-type.ts";
import { faultText } from "../catalogue/problems.ts";
import { MEDIA_FIELDS, type MediaField } from "../contract/instant.ts";
import type { Row } from "./crawled-pages.ts";
import { ForeignError, nameRefusal, TransferError } from "./errors.ts";
import { MEDIA_ROOT, type Medium, mediumOf, mediumUrl } from "./medium.ts";
import { type Failure, parsed } from "./provenance.ts";
import type { Run } from "./run.ts";

/** Where a crawl lists its media. */
const MEDIA_LIST = "crawl/media.ndjson";
/** Lists the media that an interrupted run has fetched, for the next run. */
const MEDIA_JOURNAL = "media-so-far.ndjson";
/** The bytes of the largest sound or image. */
const MAX_MEDIUM = 512 * 1024 * 1024;
/** After so many failures in a row, a host counts as dead. */
const MAX_FAILURES_OF_HOST = 5;

/** A medium that the mirror can hold as a file. */
type FileMedium = Medium & { readonly path: string };

export class MediaCollection {
	/** One for each file. */
	readonly wanted: readonly FileMedium[];
	/** Media that could not be fetched, and why. */
	readonly failed: Failure[] = [];
	fetched = 0;
	kept = 0;
	readonly #run: Run;
	/** By field and value. */
	readonly #media = new Map<string, Medium>();
	/** The hashes of the files that are here, by path. */
	readonly #hashes = new Map<string, string>();
	/** Failures in a row, by origin. */
	readonly #failures = new Map<string, number>();

	constructor(run: Run, rows: Iterable<Row>, source: URL) {
		this.#run = run;
		const owners = new Map<string, string>();
		for (const { value: row } of rows) {
			for (const field of MEDIA_FIELDS) {
				const value = (Object(row) as Record<string, unknown>)[field];
				const url = mediumUrl(value, source);
				if (url === undefined || this.#media.has(`${field} ${value}`)) continue;
				this.#media.set(`${field} ${value}`, mediumOf(url, field, owners));
			}
		}
		const byPath = new Map<string, FileMedium>();
		for (const medium of this.#media.values()) {
			const { path } = medium;
			if (path !== undefined) byPath.set(path, { ...medium, path });
		}
		this.wanted = [...byPath.values()];
	}

	/** Fetches the media that no earlier run has fetched; with `--recheck`, all of them. */
	async addAll(): Promise<void> {
		const { options, place, report, unfinished } = this.#run;
		const journal = unfinished.pathOf(MEDIA_JOURNAL);
		const known = new Map([join(place.folder, MEDIA_LIST), journal].flatMap(mediaIn));
		let done = 0;
		const add = async (medium: FileMedium): Promise<void> => {
			// Files that are here are hashed without a wait, and timers must fire all the same.
			await breathe();
			report.progress("media", done++, this.wanted.length);
			const { url, id, path } = medium;
			const listed = known.get(id) ?? "";
			const isHere = (): boolean => unfinished.has({ path, sha256: listed });
			try {
				if (!isHere() || options.recheck) {
					const sha256 = await this.#fetched(medium);
					appendFileSync(journal, mediaLine(id, sha256));
					this.#hashes.set(path, sha256);
				}
			} catch (error) {
				const isFailure = error instanceof TransferError || error instanceof ForeignError;
				const reason = isFailure ? error.reason : nameRefusal(error);
				if (reason === undefined) throw error;
				if (!isHere()) this.#fail(medium, reason);
				else report.note(`${url.href}: ${reason}; the file of an earlier run stays`);
			}
			if (!this.#hashes.has(path) && isHere()) {
				this.#hashes.set(path, listed);
				this.kept++;
			}
		};
		await pMap(this.wanted, add, { concurrency: options.concurrency });
		for (const medium of this.#media.values()) {
			if (medium.path === undefined)
				this.#fail(medium, "does not end as a file that a build takes");
		}
		this.failed.sort((a, b) => (a.what < b.what ? -1 : 1));
	}

	#fail({ url, plain }: Medium, reason: string): void {
		this.failed.push({ what: url.href, reason, url: plain });
	}

	/** Lists the media of the mirror in a file. Returns the paths of this file and of the media. */
	async files(): Promise<string[]> {
		const here = this.wanted.flatMap(({ id, path }) => {
			const sha256 = this.#hashes.get(path);
			return sha256 === undefined ? [] : [mediaLine(id, sha256)];
		});
		await this.#run.unfinished.save(MEDIA_LIST, here.sort());
		return [MEDIA_LIST, ...this.#hashes.keys()];
	}

	/** Whether a file of the mirror is a medium of this run. */
	holds(path: string): boolean {
		return this.#hashes.has(path);
	}

	/** The medium that is the value of a row's field. */
	find(value: unknown, field: string | undefined): Medium | undefined {
		return typeof value === "string" ? this.#media.get(`${field} ${value}`) : undefined;
	}

	/** Returns the value for `data/`: the path of a fetched file, or else the medium's URL. */
	written(value: unknown, field: MediaField): unknown {
		const medium = this.find(value, field);
		if (medium === undefined) return value;
		const { path, isOwn, id } = medium;
		if (path !== undefined && this.holds(path)) return path.slice("data".length);
		return isOwn ? id : undefined;
	}

	/** Returns the hash. Throws a TransferError or a ForeignError, also if a build would refuse the file. */
	async #fetched({ url, path }: FileMedium): Promise<string> {
		const { http, unfinished } = this.#run;
		const failures = this.#failures.get(url.origin) ?? 0;
		try {
			if (failures >= MAX_FAILURES_OF_HOST) {
				throw new TransferError(url, `was not requested after ${failures} failures in a row`);
			}
			const sha256 = await http.get(url, { limit: MAX_MEDIUM }, (body) =>
				unfinished.save(path, body),
			);
			this.fetched++;
			const fault = await mediaFault(path.slice(MEDIA_ROOT.length), unfinished.pathOf(path));
			if (fault !== undefined) throw new TransferError(url, faultText(fault), { isAnswered: true });
			this.#failures.set(url.origin, 0);
			return sha256;
		} catch (error) {
			const isDown = error instanceof TransferError && !error.isAnswered;
			this.#failures.set(url.origin, isDown ? failures + 1 : 0);
			throw error;
		}
	}
}

/** Reads a list of media. Skips incomplete lines, which a killed run or a power failure leaves. */
function mediaIn(list: string): (readonly [url: string, sha256: string])[] {
	if (!existsSync(list)) return [];
	return readFileSync(list, "utf8")
		.split("\n")
		.flatMap((line) => {
			const { url, sha256 } = Object(parsed(line));
			return typeof url === "string" && typeof sha256 === "string" ? [[url, sha256]] : [];
		});
}

function mediaLine(url: string, sha256: string): string {
	return `${JSON.stringify({ url, sha256 })}\n`;
}
