/** Where the files of one release come from: from releases that are here, or from the source. */
import { lstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FORMAT_VERSION, type Pointer, parsePointer } from "../tree/pointer.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { type Asset, readTree } from "../tree/reading.ts";
import { DamagedTree, NAME_LENGTH, openStore, type Store } from "../tree/store.ts";
import { collected } from "./answer.ts";
import { MirrorError, TransferError } from "./errors.ts";
import { hashOf, readSums, sha256 } from "./fixity.ts";
import type { Answer } from "./http.ts";
import { PartMaker } from "./made-manifest.ts";
import { invalid, POINTER, type PointerText, parsed, type WantedFile } from "./release.ts";
import { type Run, urlOf } from "./run.ts";

/** In bytes; a pointer has a few hundred. */
const MAX_POINTER = 64 * 1024;
/** What every pointer begins with. */
const BEGINNING = '{"build"';
/** In bytes; files of a store have some 100 KB. */
const MAX_STORE_FILE = 4 * 1024 * 1024;
/** In bytes: of all index files and parts of the manifest together, which are kept in memory. */
const MAX_METADATA = 256 * 1024 * 1024;

/** The source has published another release since. */
export class Outdated extends Error {}

/** A file with the content of one that is wanted. */
interface HeldFile {
	readonly file: string;
	readonly sha256: string;
}

/**
 * The pointer of the source; undefined if it has none.
 * @param isExpected whether what is no pointer must be one that was damaged on the way
 */
export async function fetchPointer(
	run: Pick<Run, "url" | "http">,
	isExpected = true,
): Promise<PointerText | undefined> {
	const url = urlOf(run, POINTER);
	try {
		return await run.http.get(url, { limit: MAX_POINTER, isFresh: true }, async ({ body }) => {
			const text = Buffer.from(await collected(body)).toString("utf8");
			const pointer = await readPointer(text, url.href);
			if (pointer !== undefined) return { pointer, text };
			if (!isExpected && !text.startsWith(BEGINNING)) return undefined;
			throw new TransferError(url, "is not a pointer", { status: 200 });
		});
	} catch (error) {
		const { status, isTransient } = error as Partial<TransferError>;
		if (status === 200 || (status !== undefined && !isTransient)) return undefined;
		throw error;
	}
}

/**
 * Reads a pointer; undefined if the text is none at all. Throws a MirrorError.
 * @param url where it comes from, for messages
 */
async function readPointer(text: string, url: string): Promise<Pointer | undefined> {
	const value = parsed(text);
	if (typeof value !== "object" || value === null || !("manifest" in value)) return undefined;
	const result = pointerSchema.safeParse(value);
	if (!result.success) {
		const { version } = value as { version?: unknown };
		if (typeof version === "number" && version > FORMAT_VERSION) {
			throw new MirrorError(
				`${url}: has version ${version}, but this tool knows version ${FORMAT_VERSION}; update it`,
			);
		}
		const faults = result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
		throw invalid(url, faults);
	}
	return await parsePointer(text).catch(() => {
		throw invalid(url, ["it does not match its build id"]);
	});
}

export class TreeSource {
	/** What was fetched or made to find out which files there are, by path. */
	readonly metadata = new Map<string, Uint8Array>();
	/** The store of the release. */
	readonly store: Store = openStore((path) => this.#madeOrFetched(path.slice(1)));
	readonly #run: Run;
	readonly #latest: PointerText;
	readonly #held: ReadonlyMap<string, HeldFile>;
	#metadataBytes = 0;
	#parts: Promise<PartMaker | undefined> | undefined;

	constructor(run: Run, latest: PointerText) {
		this.#run = run;
		this.#latest = latest;
		this.#held = heldFiles(run);
	}

	/** A file with the wanted content in one of the releases that are here. */
	held({ sha256: wanted, bytes }: Omit<WantedFile, "path">): HeldFile | undefined {
		const held = this.#held.get(wanted.slice(0, NAME_LENGTH));
		if (held === undefined || !held.sha256.startsWith(wanted)) return undefined;
		const stats = lstatSync(held.file, { throwIfNoEntry: false });
		if (!stats?.isFile() || (bytes !== undefined && stats.size !== bytes)) return undefined;
		const isIntact = !this.#run.options.recheck || hashOf(held.file) === held.sha256;
		return isIntact ? held : undefined;
	}

	/** Asks for a file. Throws Outdated if that fails because the source has another release by now. */
	async fetch<T>(file: WantedFile, use: (answer: Answer) => Promise<T>): Promise<T> {
		const options = { limit: file.bytes ?? MAX_STORE_FILE, isListed: true };
		try {
			return await this.#run.http.get(urlOf(this.#run, file.path), options, use);
		} catch (error) {
			if (error instanceof TransferError) await this.refuseOutdated();
			throw error;
		}
	}

	/** Throws Outdated if the source has another release by now. */
	async refuseOutdated(): Promise<void> {
		const now = await fetchPointer(this.#run).catch(() => undefined);
		if (now !== undefined && now.text !== this.#latest.text) throw new Outdated();
	}

	async #madeOrFetched(path: string): Promise<Uint8Array> {
		const isManifest = path.startsWith("manifest/");
		const made = isManifest ? await (await this.#partMaker())?.text(nameIn(path)) : undefined;
		return made === undefined ? this.#heldOrFetched(path) : this.#keep(path, Buffer.from(made));
	}

	async #heldOrFetched(path: string): Promise<Uint8Array> {
		const name = nameIn(path);
		const known = this.metadata.get(path);
		if (known !== undefined) return known;
		const held = this.held({ sha256: name });
		const content = held && (await readFile(held.file));
		if (content !== undefined && sha256(content).startsWith(name)) return content;
		const fetched = await this.fetch({ path, sha256: name }, async ({ url, body }) => {
			const bytes = await collected(body);
			const digest = sha256(bytes);
			if (digest.startsWith(name)) return bytes;
			throw new TransferError(url, `has SHA-256 ${digest}, not ${name}`);
		});
		return this.#keep(path, fetched);
	}

	#keep(path: string, bytes: Uint8Array): Uint8Array {
		this.metadata.set(path, bytes);
		this.#metadataBytes += bytes.length;
		if (this.#metadataBytes <= MAX_METADATA) return bytes;
		throw new MirrorError(
			`${this.#run.url}: its manifest and index files have more than 256 MB; nothing was changed`,
		);
	}

	/** Undefined unless there is a release before that parts of the manifest can be made from. */
	#partMaker(): Promise<PartMaker | undefined> {
		this.#parts ??= this.#openPartMaker().catch((error) => {
			if (error instanceof DamagedTree) return undefined;
			throw error;
		});
		return this.#parts;
	}

	async #openPartMaker(): Promise<PartMaker | undefined> {
		const { current } = this.#run;
		if (current?.provenance.kind !== "tree") return undefined;
		const asset = folderAsset(current.folder);
		const { pointer, store } = await readTree(asset);
		const fetched = openStore((path) => this.#heldOrFetched(path.slice(1)));
		const tree = { pointer: this.#latest.pointer, store: fetched };
		return await PartMaker.open(tree, { store, manifest: pointer.manifest });
	}
}

/** The name of a file of the store. */
function nameIn(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1).slice(0, NAME_LENGTH);
}

/** The files of all releases that are here, by the digits of their hashes that names in the store have. */
function heldFiles({ held }: Run): ReadonlyMap<string, HeldFile> {
	const files = new Map<string, HeldFile>();
	for (const { folder } of held) {
		for (const [path, sha256] of readSums(folder)) {
			files.set(sha256.slice(0, NAME_LENGTH), { file: join(folder, path), sha256 });
		}
	}
	return files;
}

function folderAsset(folder: string): Asset {
	return (path) => readFile(join(folder, path)).catch(() => undefined);
}
