/** Fetches the media of a live server: one file for each URL, under a name that a build accepts. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pMap from "p-map";
import { foldedPath, MediaPathError, parseMediaPath } from "../catalogue/media-path.ts";
import { hasMediaName, mediaFault } from "../catalogue/media-type.ts";
import {
	MEDIA_FIELDS,
	MEDIA_FOLDERS,
	type MediaField,
	type MediaFolder,
} from "../contract/instant.ts";
import type { Row } from "./crawled-pages.ts";
import type { Draft } from "./draft.ts";
import { RefusedError, TransferError } from "./errors.ts";
import { type Failure, Stock, sha256 } from "./fixity.ts";
import { parsed } from "./release.ts";
import type { Run } from "./run.ts";

/** The id of every medium and its hash, one a line. */
const LIST = "crawl/media.ndjson";
/** The same of a run that is still at work or has failed, in the stock. */
const LOG = "media.ndjson";
/** Where a build looks for media. */
const PUBLISHED = "data/media/";
/** In bytes. */
const MAX_MEDIUM = 512 * 1024 * 1024;
/** After so many failures in a row, a host counts as dead. */
const MAX_FAILURES = 5;
/** Folders have no dot and files have one, so that no name is both. Most systems take 255 bytes. */
const NAME = /^(?:[^./]{1,80}\/)*[^/]{1,80}$/;

interface Medium {
	readonly url: URL;
	/** The same in every run: without a query, which is a version or a signature, where a build needs none. */
	readonly id: string;
	/** In the release. */
	readonly path: string;
	/** Whether a build takes the id for this medium, and no other. */
	readonly isOwn: boolean;
}

/** The media that rows name. */
export class MediaCollection {
	/** One for each file. */
	readonly wanted: readonly Medium[];
	/** What is not where a build looks for it, and why. */
	readonly failed: Failure[] = [];
	fetched = 0;
	kept = 0;
	readonly #run: Run;
	readonly #draft: Draft;
	/** By field and value. */
	readonly #media = new Map<string, Medium>();
	/** Failures in a row, by origin. */
	readonly #failures = new Map<string, number>();

	constructor(run: Run, draft: Draft, rows: Iterable<Row>, source: URL) {
		this.#run = run;
		this.#draft = draft;
		const owners = new Map<string, string>();
		for (const { value: row } of rows) {
			for (const field of MEDIA_FIELDS) {
				const value = (Object(row) as Record<string, unknown>)[field];
				if (typeof value !== "string") continue;
				const url = urlOf(value, source);
				const key = `${field} ${value}`;
				if (url && !this.#media.has(key)) this.#media.set(key, mediumOf(url, field, owners));
			}
		}
		const byPath = [...this.#media.values()].map((medium) => [medium.path, medium] as const);
		this.wanted = [...new Map(byPath).values()];
	}

	/** Puts into the draft whatever can be had. What earlier runs have got is fetched again to recheck it. */
	async addAll(): Promise<void> {
		const { current, options, place, report } = this.#run;
		mkdirSync(place.stock, { recursive: true });
		const stock = new Stock(this.#run);
		const log = join(place.stock, LOG);
		const lists = [...(current === undefined ? [] : [join(current.folder, LIST)]), log];
		const known = new Map(lists.flatMap(readList));
		const lines: string[] = [];
		const add = async ({ url, id, path }: Medium): Promise<void> => {
			const held = stock.find({ sha256: known.get(id) ?? "none" });
			if (held === undefined || options.recheck) await this.#fetch(url, path, held !== undefined);
			if (held !== undefined && !this.#draft.hashes.has(path)) {
				this.#draft.link(path, held);
				this.kept++;
			}
			const hash = this.#draft.hashes.get(path);
			const line = `${JSON.stringify({ url: id, sha256: hash })}\n`;
			if (hash !== undefined) appendFileSync(log, line);
			report.progress("media", lines.push(hash === undefined ? "" : line), this.wanted.length);
		};
		await pMap(this.wanted, add, { concurrency: options.concurrency });
		this.#draft.writeText(LIST, lines.sort().join(""));
		for (const { url, path } of this.wanted) {
			if (path.startsWith(PUBLISHED) || !this.#draft.hashes.has(path)) continue;
			this.failed.push({ what: url.href, reason: `is not what a build takes; it is in ${path}` });
		}
		this.failed.sort((a, b) => (a.what < b.what ? -1 : 1));
	}

	/** What a clip says in `data/`: the path of a file that is here, or else its URL. */
	written(value: unknown, field: MediaField): unknown {
		const medium = typeof value === "string" ? this.#media.get(`${field} ${value}`) : undefined;
		if (medium === undefined) return value;
		const { id, path, isOwn } = medium;
		const isHere = path.startsWith(PUBLISHED) && this.#draft.hashes.has(path);
		if (isHere) return path.slice("data".length);
		return isOwn ? id : undefined;
	}

	/** Fetches a medium, or says why that cannot be. */
	async #fetch(url: URL, path: string, isHeld: boolean): Promise<void> {
		const { http, report } = this.#run;
		const failures = this.#failures.get(url.origin) ?? 0;
		try {
			if (failures >= MAX_FAILURES) {
				throw new TransferError(url, `was not asked for after ${failures} failures in a row`);
			}
			await http.get(url, { limit: MAX_MEDIUM }, (body) => this.#draft.write(path, body));
			this.#failures.set(url.origin, 0);
			await this.#refuseUnfit(url, path);
			this.fetched++;
		} catch (error) {
			if (!(error instanceof TransferError || error instanceof RefusedError)) throw error;
			const isDown = error instanceof TransferError && error.isTransient;
			this.#failures.set(url.origin, isDown ? failures + 1 : 0);
			if (isHeld) return report.note(`${error.message}; what an earlier run has got is kept`);
			this.failed.push({ what: url.href, reason: error.message.replace(`${url.href}: `, "") });
		}
	}

	/** Nothing says what a medium must contain, so it is checked for what its name says. */
	async #refuseUnfit(url: URL, path: string): Promise<void> {
		if (!path.startsWith(PUBLISHED)) return;
		const fault = await mediaFault(path.slice(PUBLISHED.length), join(this.#draft.folder, path));
		if (fault === undefined) return;
		this.#draft.remove(path);
		throw new TransferError(url, fault, { isTransient: false });
	}
}

/** What a list holds. A run that was killed, or a power failure, leaves lines that are incomplete. */
function readList(file: string): [url: string, sha256: string][] {
	const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
	return lines.map((line) => {
		const { url = "", sha256 = "" } = Object(parsed(line));
		return [String(url), String(sha256)];
	});
}

/** Behind a proxy, some servers write `http:` although they are reached by `https:`. */
function urlOf(value: string, source: URL): URL | undefined {
	if (value === "" || !URL.canParse(value, source.href)) return undefined;
	const url = new URL(value, source);
	if (url.host === source.host) url.protocol = source.protocol;
	return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** @param owners the URLs of the paths that a build gives to them */
function mediumOf(url: URL, field: MediaField, owners: Map<string, string>): Medium {
	const folder = MEDIA_FOLDERS[field];
	const plain = `${url.origin}${url.pathname}`;
	const own = publishedPath(plain, folder);
	const name = `${folder}/${own}`;
	const owner = owners.get(foldedPath(name)) ?? plain;
	if (own !== undefined) owners.set(foldedPath(name), owner);
	const isOwn = own !== undefined && owner === plain;
	const id = isOwn ? plain : url.href;
	const hash = sha256(id).slice(0, 24);
	const extension = field === "sound" ? ".mp3" : (/\.\w+$/.exec(url.pathname)?.[0] ?? "");
	const isNamed = isOwn && NAME.test(own) && hasMediaName(name);
	const taken = isNamed ? name : `${folder}/${hash}${extension}`;
	const path = hasMediaName(taken) ? `${PUBLISHED}${taken}` : `crawl/media/${hash}`;
	return { url, id, path, isOwn };
}

/** The path that a build gives to a URL; undefined if it refuses the URL. */
function publishedPath(url: string, folder: MediaFolder): string | undefined {
	try {
		return parseMediaPath(url, folder).path;
	} catch (error) {
		if (error instanceof MediaPathError) return undefined;
		throw error;
	}
}
