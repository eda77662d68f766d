/** The pointer of a source, and what a run refuses to take over because it could be a loss or an attack. */
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { isSigned } from "../signing/minisign.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { RefusedError, TransferError } from "./errors.ts";
import { invalid, POINTER, parsed, SIGNATURE, urlOf } from "./release.ts";
import type { Run } from "./run.ts";

/** In bytes; a pointer has a few hundred. */
const MAX_POINTER = 64 * 1024;

export interface PointerText {
	readonly pointer: Pointer;
	readonly text: string;
}

/**
 * The pointer of the source; undefined if it has none. Throws a MirrorError.
 * @param isExpected whether what is no pointer must be one that was damaged on the way
 */
export async function fetchPointer(
	run: Pick<Run, "url" | "http">,
	isExpected = true,
): Promise<PointerText | undefined> {
	const url = urlOf(run.url, POINTER);
	try {
		return await run.http.get(url, { limit: MAX_POINTER, isFresh: true }, async (body) => {
			const text = (await buffer(body)).toString();
			const pointer = await readPointer(text, url.href);
			if (pointer !== undefined) return { pointer, text };
			if (!isExpected) return undefined;
			throw new TransferError(url, "is not a pointer", { status: 200 });
		});
	} catch (error) {
		const { status, isTransient } = error as Partial<TransferError>;
		if (status === 200 || (status !== undefined && !isTransient)) return undefined;
		throw error;
	}
}

/** Undefined if the text is no pointer at all. Throws an InvalidError. */
async function readPointer(text: string, url: string): Promise<Pointer | undefined> {
	if (!Object.hasOwn(Object(parsed(text)), "manifest")) return undefined;
	try {
		const pointer = await parsePointer(text);
		pointerSchema.parse(pointer);
		return pointer;
	} catch (error) {
		if (!(error instanceof z.ZodError)) throw invalid(url, [(error as Error).message]);
		const faults = error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
		throw invalid(url, faults);
	}
}

/** In bytes; a signature has some 300. */
const MAX_SIGNATURE = 4096;
/** The part of the clips, or of the media, that may be gone without a question. */
const TOLERATED_LOSS = 0.1;
const DAY = 24 * 60 * 60 * 1000;

/** Throws a RefusedError if the current release came from elsewhere. */
export function refuseOtherSource({ url, current, options, place }: Run): void {
	const source = current?.provenance.source;
	if (source === undefined || source === url || options.allowSource) return;
	throw new RefusedError(
		`${url}: is not the source of ${place.dir}, which is ${source}; name that, or take over from here with --allow-source`,
	);
}

/** Throws a RefusedError if too many of something are gone. */
export function refuseShrink(
	{ url, options, place }: Run,
	what: "clips" | "media",
	before: number,
	after: number,
): void {
	if (options.allowShrink || after >= before * (1 - TOLERATED_LOSS)) return;
	throw new RefusedError(
		`${url}: has ${after} ${what}, and ${place.dir} has ${before}; if that is right, allow it with --allow-shrink`,
	);
}

/** Throws a RefusedError for a release that is older than one that is here. */
export function refuseRollback(run: Run, { pointer }: PointerText): void {
	const { url, held, options } = run;
	const newest = held.findLast(({ provenance: { serial } }) => serial !== undefined)?.provenance;
	if (newest?.serial === undefined || options.allowRollback) return;
	const { serial = 0, build } = pointer;
	if (serial > newest.serial || (serial === newest.serial && build === newest.build)) return;
	throw new RefusedError(
		`${url}: has release ${serial || "without a number"}, but release ${newest.serial} (build ${newest.build?.slice(0, 16)}) was there before; if it was withdrawn, allow this with --allow-rollback`,
	);
}

/**
 * The text of the signature of a release that must have one; undefined if none is needed. Throws a
 * RefusedError for a release without the right signature.
 */
export async function trustedSignature(run: Run, latest: PointerText): Promise<string | undefined> {
	// The one given, the one recorded, or the first one seen.
	const key = run.options.key ?? run.current?.provenance.key ?? latest.pointer.key;
	if (key === undefined) return undefined;
	const url = urlOf(run.url, SIGNATURE);
	const refuse = (reason: string): never => {
		throw new RefusedError(
			`${url.href}: ${reason} the key ${key}; ask the publisher, and name a new key with --key`,
		);
	};
	if (latest.pointer.key !== key) return refuse("its release does not name");
	try {
		const text = await run.http.get(url, { limit: MAX_SIGNATURE, isFresh: true }, buffer);
		const signature = Buffer.from(text).toString("utf8");
		return isSigned(latest.text, signature, key) ? signature : refuse("is not a signature with");
	} catch (error) {
		if (error instanceof TransferError && !error.isTransient) {
			return refuse(`${error.reason}, so the release is not signed with`);
		}
		throw error;
	}
}

/** Warns of a release that is older than the user wants: somebody may be holding back newer ones. */
export function warnOfAge({ url, options, date, report }: Run, { pointer }: PointerText): void {
	if (options.maxAge === undefined) return;
	const { published } = pointer;
	const days = published && (Date.parse(date) - Date.parse(published)) / DAY;
	if (typeof days === "number" && days <= options.maxAge) return;
	const age = published === undefined ? "does not say when it was published" : `is of ${published}`;
	report.note(
		`${url}: its release ${age}, and --max-age is ${options.maxAge} days; ask whether there is a newer one`,
	);
}
