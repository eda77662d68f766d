/** Fetches what describes a release: the pointer, then the manifest that it names. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { shown } from "../console/text.ts";
import { ContentError, MirrorError, StatusError, TransferError } from "./failures.ts";
import type { MirrorRecord } from "./record.ts";
import {
	LATEST,
	MANIFEST,
	type Pointer,
	type Release,
	readManifest,
	readPointer,
	sha256,
} from "./release.ts";
import { type Source, type Validators, validatorsOf } from "./source.ts";

/** A pointer is a few hundred bytes. */
const MAX_POINTER = 64 * 1024;

/** What the source has at the place of the pointer is none; the message says what it is. */
export class NoPointerError extends MirrorError {}

/** A text, and what the source said of this version of it. */
interface Fetched {
	readonly text: string;
	readonly validators: Validators;
}

/** A pointer as it was fetched. */
export interface FetchedPointer extends Fetched {
	readonly pointer: Pointer;
}

/** A release with what the next run needs to ask whether it is still the current one. */
export interface FetchedRelease extends Release {
	readonly validators: MirrorRecord["validators"];
}

/** What an earlier run left: text of the two files, of which the source may say that they are current. */
export interface Known {
	readonly folder: string;
	readonly record: MirrorRecord | undefined;
}

/** The pointer of a source. Throws a NoPointerError when it publishes none. */
export async function fetchPointer(source: Source, known?: Known): Promise<FetchedPointer> {
	const url = source.at(LATEST);
	const held = known && heldText(known, LATEST, source);
	try {
		const fetched = await source.get<Fetched>({
			url,
			fresh: true,
			held: held?.validators,
			...(held === undefined ? {} : { take304: () => held }),
			take: async (reply) => {
				const text = await source.text(reply, MAX_POINTER, "the 64 KB of any pointer");
				return { text, validators: validatorsOf(reply) };
			},
		});
		const pointer = readPointer(fetched.text, url.href);
		if (pointer !== undefined) return { ...fetched, pointer };
		throw new NoPointerError(
			`${url.href} is no pointer of a published tree; it begins with ${shown(fetched.text.slice(0, SHOWN))}`,
		);
	} catch (error) {
		const isNone =
			error instanceof ContentError || (error instanceof StatusError && !error.mayPass);
		if (isNone) {
			throw new NoPointerError(
				`${url.href} is no pointer of a published tree; it ${error.message}`,
			);
		}
		throw error;
	}
}

/** Characters that are shown of what is no pointer. */
const SHOWN = 40;

/** How often a pointer is read anew because its manifest is not the one it names. */
const POINTERS = 3;

/**
 * The current release. Throws a MirrorError when the source has none, or a faulty one.
 * @param first the pointer, if it was fetched already
 */
export async function fetchRelease(
	source: Source,
	known: Known,
	first?: FetchedPointer,
): Promise<FetchedRelease> {
	let latest = first;
	for (let read = 1; ; read++) {
		latest ??= await fetchPointer(source, known);
		try {
			return await withManifest(source, known, latest);
		} catch (error) {
			// A release may have been published between the two requests.
			if (!(error instanceof TransferError)) throw error;
			const where = source.at(MANIFEST).href;
			if (error instanceof ContentError && read < POINTERS) latest = undefined;
			else throw new MirrorError(`${where}: ${error.message}; what is published here is untouched`);
		}
	}
}

async function withManifest(
	source: Source,
	known: Known,
	latest: FetchedPointer,
): Promise<FetchedRelease> {
	const { bytes, sha256: expected } = latest.pointer.manifest;
	const url = source.at(MANIFEST);
	const before = heldText(known, MANIFEST, source);
	const held = before !== undefined && sha256(before.text) === expected ? before : undefined;
	const manifest = await source.get<Fetched>({
		url,
		fresh: true,
		held: held?.validators,
		...(held === undefined ? {} : { take304: () => held }),
		take: async (reply) => {
			const text = await source.text(reply, bytes);
			const hash = sha256(text);
			if (hash !== expected) {
				throw new ContentError(`has SHA-256 ${hash}, not ${expected} as ${LATEST} says`);
			}
			return { text, validators: validatorsOf(reply) };
		},
	});
	return {
		pointer: latest.pointer,
		pointerText: latest.text,
		manifestText: manifest.text,
		files: readManifest(manifest.text, latest.pointer, url.href).files,
		validators: {
			[LATEST]: { ...latest.validators, sha256: sha256(latest.text) },
			[MANIFEST]: { ...manifest.validators, sha256: sha256(manifest.text) },
		},
	};
}

/** A file of the mirror of which the source said something, if it is still that very file. */
function heldText({ folder, record }: Known, path: string, source: Source): Fetched | undefined {
	const validators = record?.validators[path];
	if (record === undefined || validators === undefined) return undefined;
	if (record.source !== source.url.href) return undefined;
	try {
		const text = readFileSync(join(folder, path), "utf8");
		return sha256(text) === validators.sha256 ? { text, validators } : undefined;
	} catch {
		return undefined;
	}
}
