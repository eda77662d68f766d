/** Copies a release of a published tree: finds what is not here, gets it, and makes it the current release. */
import { lstatSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pMap from "p-map";
import { shown } from "../console/text.ts";
import { openStore, type Store } from "../tree/store.ts";
import { Draft, WrongContent } from "./draft.ts";
import { MirrorError, TransferError } from "./errors.ts";
import { PROVENANCE, readSums, sha256 } from "./fixity.ts";
import { type Answer, collected } from "./http.ts";
import { FileMaker, isMakeable } from "./made-files.ts";
import { type HeldRelease, pointTo } from "./place.ts";
import {
	POINTER,
	type PointerText,
	readPointer,
	readRelease,
	type TreeRelease,
	type WantedFile,
} from "./release.ts";
import type { Outcome } from "./report.ts";
import { type Run, urlOf } from "./run.ts";
import {
	refuseOtherSource,
	refuseRollback,
	refuseShrink,
	SIGNATURE,
	trustedSignature,
	warnOfAge,
} from "./trust.ts";

/** In bytes; a pointer has a few hundred. */
const MAX_POINTER = 64 * 1024;
/** In bytes; files of a store have some 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;
/** In bytes: of all index files and parts of the manifest together, which are kept in memory. */
const MAX_METADATA = 256 * 1024 * 1024;
/** How often a run starts over because the source has published another release meanwhile. */
const MAX_RESTARTS = 5;
/** After this many files that could not be fetched, the others are not tried. */
const MAX_FAILURES = 20;

/** The source has published another release since. */
class Outdated extends Error {}

/** The pointer of the source; undefined if it has none. */
export async function fetchPointer(run: Run): Promise<PointerText | undefined> {
	const url = urlOf(run, POINTER);
	const options = { limit: MAX_POINTER, isFresh: true };
	try {
		const text = Buffer.from(await run.http.bytes(url, options)).toString("utf8");
		const pointer = await readPointer(text, url.href);
		return pointer && { pointer, text };
	} catch (error) {
		if (error instanceof TransferError && !error.isTransient) return undefined;
		throw error;
	}
}

/** Throws a MirrorError; the current release is then unchanged. */
export async function copyTree(run: Run, first: PointerText): Promise<Outcome> {
	let latest = first;
	refuseOtherSource(run);
	warnOfAge(run, first);
	for (let restart = 0; restart <= MAX_RESTARTS; restart++) {
		try {
			return await new TreeCopy(run, latest).take();
		} catch (error) {
			if (!(error instanceof Outdated)) throw error;
			latest = (await fetchPointer(run)) ?? latest;
			const message = "the source has published another release; going on with that one";
			run.report({ event: "note", message });
		}
	}
	throw new MirrorError(
		`${run.url}: published a new release ${MAX_RESTARTS + 1} times during this run; run this again when it is quiet`,
	);
}

/** Where the content of a file is. */
interface HeldFile {
	readonly file: string;
	readonly sha256: string;
}

/** The work of copying one release. */
class TreeCopy {
	readonly #run: Run;
	readonly #latest: PointerText;
	/** Index files and parts of the manifest that were fetched, by path. */
	readonly #metadata = new Map<string, Uint8Array>();
	#metadataBytes = 0;
	#held: ReadonlyMap<string, HeldFile> = new Map();
	#bytes = 0;
	#signature: string | undefined;

	constructor(run: Run, latest: PointerText) {
		this.#run = run;
		this.#latest = latest;
	}

	async take(): Promise<Outcome> {
		const { options, place, current } = this.#run;
		const same = this.#sameRelease();
		if (same?.isCurrent && !options.recheck) {
			return this.#outcome("unchanged", { release: same.name });
		}
		refuseRollback(this.#run, this.#latest);
		await this.#checkSignature();
		refuseShrink(this.#run, "clips", current?.provenance.count ?? 0, this.#latest.pointer.count);
		if (same !== undefined && !options.recheck) {
			if (!options.dryRun) pointTo(place, same.name);
			return this.#outcome("unchanged", { release: same.name });
		}
		const before = current && readSums(current.folder);
		this.#held = this.#heldFiles();
		const release = await this.#readRelease();
		const wanted = release.files.filter(({ path }) => this.#isWanted(path));
		this.#refuseLoss(before, wanted);
		const missing = wanted.filter((file) => this.#heldFile(file) === undefined);
		const makeable = missing.filter(({ path }) => isMakeable(path)).length;
		const own = [POINTER, SIGNATURE, PROVENANCE];
		const paths = new Set([...wanted.map(({ path }) => path), ...own]);
		const facts = {
			files: wanted.length + 1,
			kept: wanted.length - missing.length,
			dropped: [...(before?.keys() ?? [])].filter((path) => !paths.has(path)).length,
		};
		if (missing.length === 0 && same?.isCurrent) {
			return this.#outcome("unchanged", { ...facts, release: same.name });
		}
		if (options.dryRun) {
			const bytes = missing.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
			const fetched = missing.length - makeable;
			return this.#outcome("dry run", { ...facts, fetched, bytes, made: makeable });
		}
		const draft = new Draft(place);
		const made = await this.#fill(draft, release, wanted);
		const name = this.#publish(draft, release);
		const fetched = missing.length - made;
		return this.#outcome("mirrored", {
			...facts,
			release: name,
			fetched,
			bytes: this.#bytes,
			made,
		});
	}

	/** A release that is here and is the same as the source's. */
	#sameRelease(): HeldRelease | undefined {
		const { held, url, media, options } = this.#run;
		const { build, key } = this.#latest.pointer;
		return held.findLast(({ provenance }) => {
			const isSame = provenance.build === build && provenance.key === key;
			const isTrusted = options.key === undefined || options.key === key;
			return isSame && isTrusted && provenance.source === url && provenance.media === media;
		});
	}

	/** Throws Outdated if the signature may be that of a release published just now. */
	async #checkSignature(): Promise<void> {
		try {
			this.#signature = await trustedSignature(this.#run, this.#latest);
		} catch (error) {
			await this.#refuseOutdated();
			throw error;
		}
	}

	async #refuseOutdated(): Promise<void> {
		const now = await fetchPointer(this.#run).catch(() => undefined);
		if (now !== undefined && now.text !== this.#latest.text) throw new Outdated();
	}

	#isWanted(path: string): boolean {
		return this.#run.media || !path.startsWith("media/");
	}

	#refuseLoss(
		before: ReadonlyMap<string, string> | undefined,
		wanted: readonly WantedFile[],
	): void {
		if (before === undefined) return;
		const media = (paths: Iterable<string>): number =>
			[...paths].filter((path) => path.startsWith("media/") && this.#isWanted(path)).length;
		refuseShrink(this.#run, "media", media(before.keys()), media(wanted.map(({ path }) => path)));
	}

	/** The files of all releases here, by the digits of their hashes that names in the store have. */
	#heldFiles(): ReadonlyMap<string, HeldFile> {
		const files = new Map<string, HeldFile>();
		for (const { folder } of this.#run.held) {
			for (const [path, sha256] of readSums(folder)) {
				files.set(sha256.slice(0, 24), { file: join(folder, path), sha256 });
			}
		}
		return files;
	}

	#heldFile({ sha256: wanted, bytes }: WantedFile): HeldFile | undefined {
		const held = this.#held.get(wanted.slice(0, 24));
		if (held === undefined || !held.sha256.startsWith(wanted)) return undefined;
		const stats = lstatSync(held.file, { throwIfNoEntry: false });
		if (!stats?.isFile() || (bytes !== undefined && stats.size !== bytes)) return undefined;
		const isIntact = !this.#run.options.recheck || sha256(readFileSync(held.file)) === held.sha256;
		return isIntact ? held : undefined;
	}

	async #readRelease(): Promise<TreeRelease> {
		const { options } = this.#run;
		const url = urlOf(this.#run, POINTER).href;
		return await readRelease(this.#latest, this.#sourceStore(), url, options);
	}

	/** Reads index files and parts of the manifest from here or from the source. */
	#sourceStore(): Store {
		return openStore(async (absolute) => {
			const path = absolute.slice(1);
			const name = /([0-9a-f]{24})\.\w+$/.exec(path)?.[1] ?? "";
			const held = this.#heldFile({ path, sha256: name });
			const content = held && (await readFile(held.file));
			if (content !== undefined && sha256(content).startsWith(name)) return content;
			const wanted = { path, sha256: name };
			const fetched = await this.#fetch(wanted, ({ body }) => collected(body));
			this.#metadata.set(path, fetched);
			this.#metadataBytes += fetched.length;
			if (this.#metadataBytes > MAX_METADATA) {
				throw new MirrorError(
					`${this.#run.url}: its manifest and index files have more than 256 MB; nothing was changed`,
				);
			}
			return fetched;
		});
	}

	/** Asks for a file. Throws Outdated if the source has another release by now. */
	async #fetch<T>(file: WantedFile, use: (answer: Answer) => Promise<T>): Promise<T> {
		const url = urlOf(this.#run, file.path);
		const options = { limit: file.bytes ?? MAX_STORE_FILE, isListed: true };
		try {
			return await this.#run.http.get(url, options, use);
		} catch (error) {
			if (!(error instanceof TransferError)) throw error;
			await this.#refuseOutdated();
			throw error;
		}
	}

	/** Puts all files into the draft. Returns how many were made. */
	async #fill(draft: Draft, release: TreeRelease, wanted: readonly WantedFile[]): Promise<number> {
		const missing = wanted.filter((file) => !draft.resume(file) && !this.#isLinked(draft, file));
		const makeable = missing.filter(({ path }) => isMakeable(path));
		await this.#fetchAll(
			draft,
			missing.filter(({ path }) => !isMakeable(path)),
		);
		const maker = new FileMaker({
			pointer: release.pointer,
			store: openStore((path) => readFile(join(this.#run.place.draft, path))),
		});
		const unmade: WantedFile[] = [];
		for (const [i, file] of makeable.entries()) {
			this.#run.signal.throwIfAborted();
			if (!(await isMade(draft, maker, file))) unmade.push(file);
			else this.#run.report({ event: "file", path: file.path, from: "store" });
			this.#progress("making", i + 1, makeable.length);
		}
		await this.#fetchAll(draft, unmade);
		return makeable.length - unmade.length;
	}

	#isLinked(draft: Draft, file: WantedFile): boolean {
		const held = this.#heldFile(file);
		if (held === undefined) return false;
		draft.link(file.path, held.file, held.sha256);
		return true;
	}

	/** Fetches files, the same content only once. Throws a MirrorError that lists what failed. */
	async #fetchAll(draft: Draft, files: readonly WantedFile[]): Promise<void> {
		const { options, report, place } = this.#run;
		const first = new Map<string, WantedFile>();
		for (const file of files) if (!first.has(file.sha256)) first.set(file.sha256, file);
		const failed: string[] = [];
		let done = 0;
		const fetchOne = async (file: WantedFile): Promise<void> => {
			if (failed.length >= MAX_FAILURES) return;
			try {
				await this.#fetchInto(draft, file);
				report({ event: "file", path: file.path, from: "source" });
			} catch (error) {
				if (!(error instanceof TransferError)) throw error;
				failed.push(`${shown(file.path)} ${error.reason}`);
				report({ event: "problem", what: file.path, reason: error.reason });
			}
			this.#progress("fetching", ++done, first.size);
		};
		await pMap(first.values(), fetchOne, { concurrency: options.concurrency });
		if (failed.length > 0) throw incomplete(this.#run, failed);
		for (const file of files) {
			const origin = first.get(file.sha256);
			if (origin === undefined || origin === file) continue;
			const from = join(place.draft, origin.path);
			draft.link(file.path, from, draft.hashes.get(origin.path) ?? "");
		}
	}

	async #fetchInto(draft: Draft, file: WantedFile): Promise<void> {
		const known = this.#metadata.get(file.path);
		const entry =
			known !== undefined
				? await draft.write(file.path, [known], file)
				: await this.#fetch(file, async ({ url, body }) => {
						return await draft.write(file.path, body, file).catch((error) => {
							throw error instanceof WrongContent ? new TransferError(url, error.message) : error;
						});
					});
		this.#bytes += entry.bytes;
	}

	#publish(draft: Draft, { pointer, text }: TreeRelease): string {
		const { url, date, media, options } = this.#run;
		const { build, count, serial, published } = pointer;
		draft.writeText(POINTER, text);
		if (this.#signature !== undefined) draft.writeText(SIGNATURE, this.#signature);
		// A key that the release is not signed with is worth nothing.
		const key = this.#signature && pointer.key;
		const about = { source: url, date, count, media, build, key, serial, published };
		return draft.publish({ version: 1, kind: "tree", ...about, failed: [] }, options.keep);
	}

	#progress(phase: string, done: number, total: number): void {
		this.#run.report({ event: "progress", phase, done, total });
	}

	#outcome(status: Outcome["status"], facts: Partial<Outcome>): Outcome {
		const { build, count } = this.#latest.pointer;
		const { requests } = this.#run.http;
		const none = { files: 0, fetched: 0, bytes: 0, made: 0, kept: 0, dropped: 0, failed: [] };
		return { status, kind: "tree", build, count, ...none, requests, ...facts };
	}
}

/** Makes a file from the clips. Returns false if that does not give what is wanted. */
async function isMade(draft: Draft, maker: FileMaker, file: WantedFile): Promise<boolean> {
	try {
		for await (const version of maker.versions(file.path)) {
			const isRight = await draft.write(file.path, version, file).then(
				() => true,
				(error) => {
					if (error instanceof WrongContent) return false;
					throw error;
				},
			);
			if (isRight) return true;
		}
	} catch (error) {
		// Whatever keeps a file from being made, it can be fetched; but not onto a full disk.
		if ("syscall" in Object(error)) throw error;
	}
	return false;
}

function incomplete({ place }: Run, failed: readonly string[]): MirrorError {
	const files = failed.length === 1 ? "1 file" : `${failed.length} files`;
	const rest = failed.length >= MAX_FAILURES ? "; the others were not tried" : "";
	return new MirrorError(
		[
			`${files} could not be fetched${rest}; ${place.dir} is unchanged, and the next run fetches only what is missing:`,
			...failed.map((line) => `  ${line}`),
		].join("\n"),
	);
}
