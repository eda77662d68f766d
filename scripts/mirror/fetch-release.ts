/** Fetches from a published tree: its pointer, and the files that the pointer leads to. */
import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { shown } from "../console/text.ts";
import { openStore, type Store, storePath } from "../tree/store.ts";
import { contentFile } from "./content-folder.ts";
import { bodyText, download } from "./download.ts";
import {
	ContentError,
	isDefinitive,
	MirrorError,
	StatusError,
	type TransferError,
} from "./errors.ts";
import type { DeclaredFile, KnownContent } from "./file-content.ts";
import { DamagedPointerError, POINTER, type PointerText, readPointer } from "./release.ts";
import type { RunContext } from "./run-context.ts";
import type { TransferSignals } from "./transfer.ts";
import type { Workspace } from "./workspace-paths.ts";

/** In bytes; a pointer has a few hundred. */
const MAX_POINTER = 64 * 1024;

/** In bytes; the files of a store have some 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;

/** In bytes: of all index files and parts of the manifest together, which are kept in memory. */
const MAX_METADATA = 256 * 1024 * 1024;

/** How much of a text that is not a pointer the message shows, in characters. */
const SHOWN = 40;

/** The source has no pointer. The message says what it has instead. */
export class NoPointerError extends MirrorError {}

/** The source has published another release since. */
export class OutdatedError extends Error {}

/** Throws a NoPointerError if the source does not publish a tree. */
export async function fetchPointer({ source }: Pick<RunContext, "source">): Promise<PointerText> {
	const url = source.urlOf(POINTER);
	const refuse = (reason: string): never => {
		throw new NoPointerError(`${url.href} is not the pointer of a published tree: it ${reason}`);
	};
	try {
		return await source.get<PointerText>({
			url,
			fresh: true,
			read: async (response) => {
				const description = "the 64 KB a pointer may have";
				const text = await bodyText(response, source.signal, MAX_POINTER, description);
				const pointer = await readPointer(text, url.href);
				if (pointer === undefined) return refuse(`begins with ${shown(text.slice(0, SHOWN))}`);
				return { pointer, text };
			},
		});
	} catch (error) {
		if (error instanceof DamagedPointerError) {
			throw new MirrorError(
				`${url.href}: ${error.message}; the files published here are unchanged`,
			);
		}
		if (isDefinitive(error)) return refuse(error.message);
		throw error;
	}
}

/** Fetches files of one release into the content folder. */
export class ReleaseFetcher {
	/** What was fetched so far, by path. */
	readonly fetched = new Map<string, KnownContent>();
	readonly #context: RunContext;
	readonly #build: string;
	#failures = 0;

	constructor(context: RunContext, { pointer }: PointerText) {
		this.#context = context;
		this.#build = pointer.build;
	}

	/** Throws a TransferError, or an OutdatedError if the source has another release by now. */
	async fetch(
		file: DeclaredFile,
		onBytes: (bytes: number) => void = () => {},
		signals?: TransferSignals,
	): Promise<void> {
		const { source, workspace, report } = this.#context;
		const { path, bytes } = file;
		const { signal = source.signal, stopping } = signals ?? {};
		const limit =
			bytes === undefined
				? { limit: MAX_STORE_FILE, description: "the 4 MiB a file of the store may have" }
				: { limit: bytes };
		const save = { expected: file, signal, onBytes, ...limit };
		const content = await source.get({
			url: source.urlOf(path),
			signal,
			isListed: true,
			read: (response) => download(response, workspace, save),
			onFailure: (error) => this.#refuseOutdated(error, stopping),
		});
		this.fetched.set(path, content);
		report({ event: "file", path, bytes: content.bytes, from: "source" });
	}

	async #refuseOutdated(error: TransferError, stopping?: AbortSignal): Promise<void> {
		if (stopping?.aborted) throw error;
		if (!(error instanceof ContentError || error instanceof StatusError)) return;
		this.#failures++;
		// At the 1st, 2nd, 4th, 8th … failure: early enough, without a request for every failure.
		if (!Number.isInteger(Math.log2(this.#failures))) return;
		const latest = await fetchPointer(this.#context).catch(() => undefined);
		if (latest !== undefined && latest.pointer.build !== this.#build) throw new OutdatedError();
	}

	/** The store of the release, for its index files and manifest: files that are not here are fetched. */
	get store(): Store {
		const { source, workspace } = this.#context;
		const held = heldStore(workspace);
		let bytes = 0;
		return {
			read: async (folder, name, extension) => {
				const file = { path: storePath(folder, name, extension).slice(1), sha256: name };
				const text = await held.read(folder, name, extension).catch(async () => {
					await this.fetch(file);
					return await readFile(contentFile(workspace, file), "utf8");
				});
				bytes += text.length;
				if (bytes > MAX_METADATA) {
					throw new MirrorError(
						`${source.url.href}: its manifest and index files have more than 256 MB; nothing was written`,
					);
				}
				return text;
			},
		};
	}
}

/** The files of a store that are here: fetched, or in the mirror. */
export function heldStore(workspace: Workspace): Store {
	const fetched = openStore((path) =>
		readIfThere(contentFile(workspace, { sha256: basename(path, extname(path)) })),
	);
	const live = openStore((path) => readIfThere(join(workspace.live, path)));
	return { read: (...file) => fetched.read(...file).catch(() => live.read(...file)) };
}

/** Undefined if there is no such file, or none that can be read. */
async function readIfThere(file: string): Promise<Uint8Array | undefined> {
	return await readFile(file).catch(() => undefined);
}
