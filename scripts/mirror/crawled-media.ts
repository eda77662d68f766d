/** Fetches the media of a live server: one file for each URL. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pMap from "p-map";
import { mediaFault } from "../catalogue/media-type.ts";
import { MEDIA_FIELDS, type MediaField } from "../contract/instant.ts";
import type { Row } from "./crawled-pages.ts";
import { ForeignError, TransferError } from "./errors.ts";
import {
	type HeldMedium,
	MEDIA_JOURNAL,
	MEDIA_LIST,
	type Medium,
	mediaIn,
	mediaLine,
	mediumOf,
	mediumUrl,
	PUBLISHED,
	refusedPath,
} from "./medium.ts";
import type { Failure } from "./release.ts";
import type { Run } from "./run.ts";

/** In bytes. */
const MAX_MEDIUM = 512 * 1024 * 1024;
/** After so many failures in a row, a host counts as dead. */
const MAX_FAILURES_OF_HOST = 5;

/** The media that rows name. */
export class MediaCollection {
	/** One for each file. */
	readonly wanted: readonly Medium[];
	/** What is not where a build looks for it, and why. */
	readonly failed: Failure[] = [];
	fetched = 0;
	kept = 0;
	readonly #run: Run;
	/** By field and value. */
	readonly #media = new Map<string, Medium>();
	/** Those that are here. */
	readonly #held = new Map<string, HeldMedium>();
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
		const byPath = [...this.#media.values()].map((medium) => [medium.path, medium] as const);
		this.wanted = [...new Map(byPath).values()];
	}

	/** Gets whatever can be had. What earlier runs have got is fetched again only to recheck it. */
	async addAll(): Promise<void> {
		const { held, options, report, unfinished } = this.#run;
		const journal = unfinished.pathOf(MEDIA_JOURNAL);
		// A release may be without media, so all of them count.
		const lists = [...held.map(({ folder }) => join(folder, MEDIA_LIST)), journal];
		const texts = lists.map((list) => (existsSync(list) ? readFileSync(list, "utf8") : ""));
		const known = new Map(texts.flatMap(mediaIn).map((medium) => [medium.url, medium]));
		mkdirSync(unfinished.folder, { recursive: true });
		let done = 0;
		const add = async (medium: Medium): Promise<void> => {
			const before = await this.#found(medium, known.get(medium.id));
			const isNeeded = before === undefined || options.recheck;
			const now = isNeeded ? await this.#fetched(medium, before !== undefined) : undefined;
			if (now !== undefined) appendFileSync(journal, mediaLine(now));
			else if (before !== undefined) this.kept++;
			const here = now ?? before;
			if (here !== undefined) this.#held.set(medium.path, here);
			report.progress("media", ++done, this.wanted.length);
		};
		await pMap(this.wanted, add, { concurrency: options.concurrency });
		for (const { url, path } of this.wanted) {
			const taken = this.#held.get(path)?.path;
			if (taken === undefined || taken.startsWith(PUBLISHED)) continue;
			this.failed.push({
				what: url.href,
				reason: `is not what a build takes; it is in ${taken}`,
			});
		}
		this.failed.sort((a, b) => (a.what < b.what ? -1 : 1));
	}

	/** Writes the list of the media that are here. Returns its path and theirs. */
	async files(): Promise<string[]> {
		const held = [...this.#held.values()];
		await this.#run.unfinished.save(MEDIA_LIST, held.map(mediaLine).sort());
		return [MEDIA_LIST, ...held.map(({ path }) => path)];
	}

	/** Whether a file of the release is a medium of this run. */
	holds(path: string): boolean {
		return [...this.#held.values()].some((medium) => medium.path === path);
	}

	/** What a clip says in `data/`: the path of a file that is here, or else its URL. */
	written(value: unknown, field: MediaField): unknown {
		const medium = typeof value === "string" ? this.#media.get(`${field} ${value}`) : undefined;
		if (medium === undefined) return value;
		const path = this.#held.get(medium.path)?.path;
		if (path?.startsWith(PUBLISHED)) return path.slice("data".length);
		return medium.isOwn ? medium.id : undefined;
	}

	/** What a list says of a medium, if the file is here. */
	async #found(medium: Medium, listed: HeldMedium | undefined): Promise<HeldMedium | undefined> {
		if (listed === undefined) return undefined;
		const { sha256 } = listed;
		const isAsBefore = [medium.path, refusedPath(medium.path)].includes(listed.path);
		const path = isAsBefore ? listed.path : medium.path;
		if (!this.#run.unfinished.has({ path, sha256 })) return undefined;
		return isAsBefore ? listed : await this.#placed(medium, sha256);
	}

	/** Nothing says what a medium must contain, so a build takes it only if it is what its name says. */
	async #placed({ id: url, path }: Medium, sha256: string): Promise<HeldMedium> {
		if (!path.startsWith(PUBLISHED)) return { url, sha256, path };
		const { unfinished } = this.#run;
		const fault = await mediaFault(path.slice(PUBLISHED.length), unfinished.pathOf(path));
		if (fault === undefined) return { url, sha256, path };
		unfinished.move(path, refusedPath(path));
		return { url, sha256, path: refusedPath(path) };
	}

	/** Fetches a medium. Undefined, with a reason among the failures, if it cannot be had. */
	async #fetched(medium: Medium, isHeld: boolean): Promise<HeldMedium | undefined> {
		const { http, report, unfinished } = this.#run;
		const { url } = medium;
		const failures = this.#failures.get(url.origin) ?? 0;
		try {
			if (failures >= MAX_FAILURES_OF_HOST) {
				throw new TransferError(url, `was not asked for after ${failures} failures in a row`);
			}
			const sha256 = await http.get(url, { limit: MAX_MEDIUM }, (body) =>
				unfinished.save(medium.path, body),
			);
			this.#failures.set(url.origin, 0);
			this.fetched++;
			return await this.#placed(medium, sha256);
		} catch (error) {
			if (!(error instanceof TransferError || error instanceof ForeignError)) throw error;
			const isDown = error instanceof TransferError && !error.isOther;
			this.#failures.set(url.origin, isDown ? failures + 1 : 0);
			if (isHeld) report.note(`${error.message}; what an earlier run has got is kept`);
			else this.failed.push({ what: url.href, reason: error.message.replace(`${url.href}: `, "") });
			return undefined;
		}
	}
}
