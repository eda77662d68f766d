/** Fetches the media of a live server. Nothing says what they must contain, so each is checked for its type. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import pMap from "p-map";
import { mediaFault } from "../catalogue/media-type.ts";
import type { Problem } from "./crawled-clips.ts";
import { type Medium, withoutQuery } from "./crawled-paths.ts";
import type { Draft } from "./draft.ts";
import { RefusedError, TransferError } from "./errors.ts";
import { sha256 } from "./fixity.ts";
import type { Run } from "./run.ts";

/** Every medium with what its server said about it, one a line. */
const LIST = "crawl/media.ndjson";
/** In bytes. */
const MAX_MEDIUM = 512 * 1024 * 1024;
/** After so many failures in a row, a host counts as dead. */
const MAX_FAILURES = 5;

interface FetchedMedium {
	/** Without the query. */
	readonly url: string;
	readonly path: string;
	readonly bytes: number;
	readonly sha256: string;
	readonly etag?: string | undefined;
	readonly modified?: string | undefined;
}

/** A medium that an earlier run has fetched, and the file it is in. */
interface HeldMedium extends FetchedMedium {
	readonly file: string;
}

/** Puts into the draft whatever can be had. */
export async function fetchMedia(
	run: Run,
	draft: Draft,
	wanted: readonly Medium[],
): Promise<MediaCollection> {
	const media = [...new Map(wanted.map((medium) => [medium.path, medium])).values()];
	const collection = new MediaCollection(run, draft);
	let done = 0;
	const add = async (medium: Medium): Promise<void> => {
		await collection.add(medium);
		run.report({ event: "progress", phase: "media", done: ++done, total: media.length });
	};
	await pMap(media, add, { concurrency: run.options.concurrency });
	collection.finish();
	return collection;
}

export class MediaCollection {
	readonly problems: Problem[] = [];
	fetched = 0;
	bytes = 0;
	kept = 0;
	readonly #run: Run;
	readonly #draft: Draft;
	/** Written as media come, so that the run after a killed one need not fetch them again. */
	readonly #list: string;
	/** What earlier runs have got, by path. */
	readonly #known = new Map<string, HeldMedium>();
	/** Failures in a row, by origin. */
	readonly #failures = new Map<string, number>();

	constructor(run: Run, draft: Draft) {
		this.#run = run;
		this.#draft = draft;
		this.#list = join(run.place.draft, LIST);
		for (const folder of [run.current?.folder, run.place.draft]) {
			if (folder === undefined || !existsSync(join(folder, LIST))) continue;
			// The last line of a killed run may be incomplete.
			const lines = readFileSync(join(folder, LIST), "utf8").split("\n").slice(0, -1);
			for (const medium of lines.map((line) => JSON.parse(line) as FetchedMedium)) {
				this.#known.set(medium.path, { ...medium, file: join(folder, medium.path) });
			}
		}
		mkdirSync(dirname(this.#list), { recursive: true });
		rmSync(this.#list, { force: true });
	}

	/** Fetches a medium, or takes what an earlier run has got, or notes a problem. */
	async add({ url, path }: Medium): Promise<void> {
		const held = this.#heldMedium(url, path);
		const failures = this.#failures.get(url.origin) ?? 0;
		try {
			if (failures >= MAX_FAILURES) {
				throw new TransferError(url, `was not asked for after ${failures} failures in a row`);
			}
			await this.#fetch(url, path, held);
			this.#failures.set(url.origin, 0);
		} catch (error) {
			if (!(error instanceof TransferError || error instanceof RefusedError)) throw error;
			const isTransfer = error instanceof TransferError;
			this.#failures.set(url.origin, isTransfer && error.isTransient ? failures + 1 : 0);
			const reason = isTransfer ? error.reason : error.message;
			const effect = held === undefined ? "" : "; what an earlier run has got is kept";
			this.problems.push({ what: url.href, reason: reason + effect, lost: held === undefined });
			if (held !== undefined) this.#keep(held);
		}
	}

	finish(): void {
		const text = existsSync(this.#list) ? readFileSync(this.#list, "utf8") : "";
		rmSync(this.#list, { force: true });
		this.#draft.writeText(LIST, text);
	}

	async #fetch(url: URL, path: string, held: HeldMedium | undefined): Promise<void> {
		const { http, place, report } = this.#run;
		const options = { limit: MAX_MEDIUM, headers: conditions(held), statuses: [200, 304] };
		await http.get(url, options, async ({ status, headers, body }) => {
			if (status === 304 && held !== undefined) return this.#keep(held);
			const { bytes, sha256 } = await this.#draft.write(path, body);
			const name = path.startsWith("data/") ? path.slice("data/media/".length) : undefined;
			const fault = name && (await mediaFault(name, join(place.draft, path)));
			if (fault) {
				this.#draft.remove(path);
				throw new TransferError(url, fault, { isTransient: false });
			}
			const { etag, "last-modified": modified } = headers;
			this.#note({ url: withoutQuery(url), path, bytes, sha256, etag, modified });
			this.fetched++;
			this.bytes += bytes;
			report({ event: "file", path, from: "source" });
		});
	}

	#heldMedium(url: URL, path: string): HeldMedium | undefined {
		const held = this.#known.get(path);
		if (held?.url !== withoutQuery(url) || !existsSync(held.file)) return undefined;
		return sha256(readFileSync(held.file)) === held.sha256 ? held : undefined;
	}

	#keep({ file, ...medium }: HeldMedium): void {
		if (!this.#draft.resume(medium)) this.#draft.link(medium.path, file, medium.sha256);
		this.#note(medium);
		this.kept++;
	}

	#note(medium: FetchedMedium): void {
		appendFileSync(this.#list, `${JSON.stringify(medium)}\n`);
	}
}

function conditions(held: HeldMedium | undefined): Record<string, string> {
	if (held?.etag !== undefined) return { "if-none-match": held.etag };
	return held?.modified === undefined ? {} : { "if-modified-since": held.modified };
}
