/** Fetches the media of a live server: one file for each URL, under a name that a build accepts. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
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
import { RefusedError, TransferError } from "./errors.ts";
import { isPortable } from "./published-paths.ts";
import { digestOf, type Failure, parsed } from "./release.ts";
import type { Run } from "./run.ts";

/** Every medium, one a line. */
const LIST = "crawl/media.ndjson";
/** Where a build looks for media. */
const PUBLISHED = "data/media/";
/** Where media are that a build refuses. */
const REFUSED = "crawl/media/";
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
	/** In the release, if it is what its name says. */
	readonly path: string;
	/** Whether a build takes the id for this medium, and no other. */
	readonly isOwn: boolean;
}

/** A medium that is here. */
interface HeldMedium {
	readonly sha256: string;
	/** In the release. */
	readonly path: string;
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
	/** By field and value. */
	readonly #media = new Map<string, Medium>();
	/** By id. */
	readonly #held = new Map<string, HeldMedium>();
	/** Failures in a row, by origin. */
	readonly #failures = new Map<string, number>();

	constructor(run: Run, rows: Iterable<Row>, source: URL) {
		this.#run = run;
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

	/** Gets whatever can be had. What earlier runs have got is fetched again only to recheck it. */
	async addAll(): Promise<void> {
		const { latest, options, place, report } = this.#run;
		const lists = [...(latest === undefined ? [] : [join(latest.folder, LIST)]), place.journal];
		const known = new Map(lists.flatMap(readList));
		let done = 0;
		const add = async (medium: Medium): Promise<void> => {
			const before = this.#found(known.get(medium.id));
			const isNeeded = before === undefined || options.recheck;
			const held = (isNeeded && (await this.#fetched(medium, before !== undefined))) || before;
			if (held === before && held !== undefined) this.kept++;
			if (held !== undefined) {
				this.#held.set(medium.id, held);
				appendFileSync(place.journal, lineOf(medium, held));
			}
			report.progress("media", ++done, this.wanted.length);
		};
		await pMap(this.wanted, add, { concurrency: options.concurrency });
		for (const { url, id } of this.wanted) {
			const path = this.#held.get(id)?.path;
			if (path === undefined || path.startsWith(PUBLISHED)) continue;
			this.failed.push({ what: url.href, reason: `is not what a build takes; it is in ${path}` });
		}
		this.failed.sort((a, b) => (a.what < b.what ? -1 : 1));
	}

	/** The files of the release, by path, and the list of them. */
	async files(): Promise<Map<string, string>> {
		const here = this.wanted.flatMap((medium) => {
			const held = this.#held.get(medium.id);
			return held === undefined ? [] : [{ ...held, line: lineOf(medium, held) }];
		});
		const lines = here.map(({ line }) => line).sort();
		const list = [LIST, await this.#run.pool.save(lines)] as const;
		return new Map([list, ...here.map(({ path, sha256 }) => [path, sha256] as const)]);
	}

	/** What a clip says in `data/`: the path of a file that is here, or else its URL. */
	written(value: unknown, field: MediaField): unknown {
		const medium = typeof value === "string" ? this.#media.get(`${field} ${value}`) : undefined;
		if (medium === undefined) return value;
		const path = this.#held.get(medium.id)?.path;
		if (path?.startsWith(PUBLISHED)) return path.slice("data".length);
		return medium.isOwn ? medium.id : undefined;
	}

	/** What a list says, if the file is here. */
	#found(held: HeldMedium | undefined): HeldMedium | undefined {
		return held && this.#run.pool.find(held) ? held : undefined;
	}

	/** Fetches a medium. Undefined, with a reason among the failures, if it cannot be had. */
	async #fetched({ url, path }: Medium, isHeld: boolean): Promise<HeldMedium | undefined> {
		const { http, pool, report } = this.#run;
		const failures = this.#failures.get(url.origin) ?? 0;
		try {
			if (failures >= MAX_FAILURES) {
				throw new TransferError(url, `was not asked for after ${failures} failures in a row`);
			}
			const sha256 = await http.get(url, { limit: MAX_MEDIUM }, (body) => pool.save(body));
			this.#failures.set(url.origin, 0);
			this.fetched++;
			return { sha256, path: await fittingPath(path, pool.fileOf(sha256)) };
		} catch (error) {
			if (!(error instanceof TransferError || error instanceof RefusedError)) throw error;
			const isDown = error instanceof TransferError && error.isTransient;
			this.#failures.set(url.origin, isDown ? failures + 1 : 0);
			if (isHeld) report.note(`${error.message}; what an earlier run has got is kept`);
			else this.failed.push({ what: url.href, reason: error.message.replace(`${url.href}: `, "") });
			return undefined;
		}
	}
}

/** Nothing says what a medium must contain, so a build takes it only if it is what its name says. */
async function fittingPath(path: string, file: string): Promise<string> {
	if (!path.startsWith(PUBLISHED)) return path;
	const fault = await mediaFault(path.slice(PUBLISHED.length), file);
	return fault === undefined ? path : `${REFUSED}${digestOf(path).slice(0, 24)}`;
}

function lineOf({ id }: Medium, { sha256, path }: HeldMedium): string {
	return `${JSON.stringify({ url: id, sha256, path })}\n`;
}

/** What a list holds. A run that was killed, or a power failure, leaves lines that are incomplete. */
function readList(file: string): [url: string, held: HeldMedium][] {
	const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
	return lines.flatMap((line): [string, HeldMedium][] => {
		const { url, sha256, path } = Object(parsed(line));
		const isWhole = [url, sha256, path].every((text) => typeof text === "string" && text !== "");
		return isWhole ? [[url, { sha256, path }]] : [];
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
	const hash = digestOf(id).slice(0, 24);
	const extension = field === "sound" ? ".mp3" : (/\.\w+$/.exec(url.pathname)?.[0] ?? "");
	const isNamed = isOwn && NAME.test(own) && isPortable(own) && hasMediaName(name);
	const taken = isNamed ? name : `${folder}/${hash}${extension}`;
	const path = hasMediaName(taken) ? `${PUBLISHED}${taken}` : `${REFUSED}${hash}`;
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
