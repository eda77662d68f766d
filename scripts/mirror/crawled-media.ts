/** Fetches the media of a live server: one file for each URL, under a name that a build accepts and no other file has. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { foldedPath, parseMediaPath } from "../catalogue/media-path.ts";
import { hasMediaName, mediaFault } from "../catalogue/media-type.ts";
import { isPortable } from "../catalogue/portable-path.ts";
import { faultText } from "../catalogue/problems.ts";
import { MEDIA_FIELDS, MEDIA_FOLDERS, type MediaField } from "../contract/instant.ts";
import { linkedUrl } from "../download/addresses.ts";
import { failureReason, TransferError } from "../download/errors.ts";
import { workOn } from "./copy.ts";
import type { Row } from "./listing.ts";
import { contentOf, digestOf, type Failure, parsed, unlessFails } from "./provenance.ts";
import type { Run } from "./run.ts";

/** Where a crawl lists its media. */
const MEDIA_LIST = "crawl/media.ndjson";
/** Lists the media that an interrupted run has fetched, for the next run. */
const MEDIA_JOURNAL = "media-so-far.ndjson";
/** The largest sound or image, in bytes. */
const MAX_MEDIUM = 512 * 1024 * 1024;

/** Where a build looks for media. */
const MEDIA_ROOT = "data/media/";
/** Folders have no dot and files have one, so that no name can be both. Most systems allow 255 bytes. */
const NAME = /^(?:[^./]{1,80}\/)*[^/]{1,80}$/;

interface Medium {
	readonly url: URL;
	/** The URL without the query, which may be a signature. */
	readonly plain: string;
	/** Stays the same in every run: `plain` if that identifies the file, else the whole URL. */
	readonly id: string;
	/** Its path in the mirror. */
	readonly path: string;
	/** Whether a record may hold `plain`, without another medium getting the same path in a build. */
	readonly isOwn: boolean;
	/** The hash of the file, if it is here. */
	sha256?: string;
	/** Why it is not here. */
	failure?: string;
}

export class CrawledMedia {
	/** One for each file. */
	readonly wanted: readonly Medium[];
	readonly #run: Run;
	/** Media by field and value. Values that differ only in a signature share one. */
	readonly #media = new Map<string, Medium>();

	constructor(run: Run, rows: Iterable<Row>, source: URL) {
		this.#run = run;
		const owners = new Map<string, string>();
		const byPath = new Map<string, Medium>();
		for (const { value: row } of rows) {
			for (const field of MEDIA_FIELDS) {
				const value = (Object(row) as Record<string, unknown>)[field];
				const url = mediumUrl(value, source);
				if (url === undefined || this.find(value, field)) continue;
				const medium = mediumOf(url, field, owners);
				byPath.set(medium.path, byPath.get(medium.path) ?? medium);
				this.#media.set(`${field} ${value}`, byPath.get(medium.path) ?? medium);
			}
		}
		this.wanted = [...byPath.values()];
	}

	/**
	 * Fetches the media that no earlier run has fetched; with `--recheck`, all of them. Returns those that
	 * could not be fetched.
	 */
	async addAll(): Promise<Failure[]> {
		const { options, place, report, unfinished } = this.#run;
		const journal = unfinished.pathOf(MEDIA_JOURNAL);
		const known = new Map([join(place.folder, MEDIA_LIST), journal].flatMap(mediaIn));
		return await workOn(this.#run, "media", this.wanted, async (medium) => {
			const { url, id, path, plain } = medium;
			const listed = known.get(id);
			const isHere = listed !== undefined && unfinished.has({ path, sha256: listed });
			if (isHere) medium.sha256 = listed;
			if (isHere && !options.recheck) return undefined;
			try {
				medium.sha256 = await this.#fetch(medium);
				appendFileSync(journal, mediaLine(id, medium.sha256));
			} catch (error) {
				const reason = failureReason(error);
				if (!isHere) {
					medium.failure = reason;
					return { what: url.href, reason, url: plain };
				}
				report.note(`${url.href}: ${reason}; the file of an earlier run stays`);
			}
			return undefined;
		});
	}

	/** Lists the media of the mirror in a file. Returns the paths of this file and of the media. */
	async files(): Promise<string[]> {
		const held = this.wanted.filter(({ sha256 }) => sha256 !== undefined);
		const lines = held.map(({ id, sha256 = "" }) => mediaLine(id, sha256));
		await this.#run.unfinished.save(MEDIA_LIST, lines.sort());
		return [MEDIA_LIST, ...held.map(({ path }) => path)];
	}

	/** The medium that is the value of a row's field. */
	find(value: unknown, field: string | undefined): Medium | undefined {
		return typeof value === "string" ? this.#media.get(`${field} ${value}`) : undefined;
	}

	/** Returns the value for `data/`: the path of a fetched file, or else the medium's URL. */
	written(value: unknown, field: MediaField): unknown {
		const medium = this.find(value, field);
		if (medium === undefined) return value;
		if (medium.sha256 !== undefined) return medium.path.slice("data".length);
		return medium.isOwn ? medium.plain : undefined;
	}

	/** Why a record cannot hold the medium; undefined if there is another reason, or none. */
	refusal(value: unknown, field: string): string | undefined {
		const { isOwn, sha256, failure = "was not fetched" } = this.find(value, field) ?? {};
		const isHeld = isOwn !== false || sha256 !== undefined;
		return isHeld ? undefined : `${failure}, and a record cannot hold its URL`;
	}

	/** Returns the hash. Throws a TransferError, also if a build would refuse the file. */
	#fetch({ url, path }: Medium): Promise<string> {
		const { http, unfinished } = this.#run;
		return http.get(url, { limit: MAX_MEDIUM }, (body) =>
			unfinished.save(path, body, async ({ file }) => {
				const fault = await mediaFault(path.slice(MEDIA_ROOT.length), file);
				if (fault === undefined) return;
				throw new TransferError(url, faultText(fault), { isFinal: true, isAnswered: true });
			}),
		);
	}
}

/** Reads a list of media. Skips incomplete lines, which a killed run or a power failure leaves. */
function mediaIn(list: string): (readonly [url: string, sha256: string])[] {
	const lines = contentOf(list)?.toString().split("\n") ?? [];
	return lines.flatMap((line) => {
		const { url, sha256 } = Object(parsed(line));
		return typeof url === "string" && typeof sha256 === "string" ? [[url, sha256]] : [];
	});
}

function mediaLine(url: string, sha256: string): string {
	return `${JSON.stringify({ url, sha256 })}\n`;
}

/** Behind a proxy, some servers write `http:` although clients reach them by `https:`. */
export function mediumUrl(value: unknown, source: URL): URL | undefined {
	if (typeof value !== "string" || value === "") return undefined;
	const url = linkedUrl(value, source);
	if (url?.host === source.host) url.protocol = source.protocol;
	return url;
}

/** @param owners the URL that each path of a build belongs to: the first one that asks for it */
function mediumOf(url: URL, field: MediaField, owners: Map<string, string>): Medium {
	const folder = MEDIA_FOLDERS[field];
	const plain = `${url.origin}${url.pathname}`;
	// Undefined if a build refuses the URL.
	const named = unlessFails(() => parseMediaPath(plain, folder).path);
	const name = `${folder}/${named}`;
	const owner = owners.get(foldedPath(name)) ?? plain;
	if (named !== undefined) owners.set(foldedPath(name), owner);
	const isOwn = named !== undefined && owner === plain;
	const id = isOwn ? plain : url.href;
	const hash = digestOf(id).slice(0, 24);
	const extension = field === "sound" ? ".mp3" : (/\.\w+$/.exec(url.pathname)?.[0] ?? "");
	const isNamed = isOwn && NAME.test(named) && isPortable(named) && hasMediaName(name);
	const path = MEDIA_ROOT + (isNamed ? name : `${folder}/${hash}${extension}`);
	return { url, plain, id, path, isOwn };
}
