/** Refuses releases that suggest data loss or an attack, by comparing them with the last mirrored state. */
import { SIGNATURE_FILE, urlOf } from "../download/addresses.ts";
import { RefusedError, TransferError } from "../download/errors.ts";
import { isSigned } from "../signing/minisign.ts";
import type { PointerText } from "./pointer.ts";
import type { Run } from "./run.ts";

/** The maximum size of a signature, in bytes; most have about 300. */
const MAX_SIGNATURE = 4096;
/** The share of clips, or of media, that may disappear without `--allow shrink`. */
const TOLERATED_LOSS = 0.1;

/** Throws a RefusedError if the mirror has a different source. */
export function refuseOtherSource({ url, last, options, place }: Run): void {
	if (last === undefined || last.source === url || options.allow.includes("source")) return;
	throw new RefusedError(
		`${url}: is not the source of ${place.dir}, which is ${last.source}; mirror that source, or switch to this one with --allow source`,
	);
}

/** Throws a RefusedError if too many clips or media have disappeared. */
export function refuseShrink(run: Run, what: "clips" | "media", after: number): void {
	const { url, options, place, last } = run;
	const before = last?.[what === "clips" ? "count" : "media"] ?? 0;
	if (options.allow.includes("shrink") || after >= before * (1 - TOLERATED_LOSS)) return;
	throw new RefusedError(
		`${url}: has ${after} ${what}, and ${place.dir} had ${before}; if that is right, allow it with --allow shrink`,
	);
}

/** Throws a RefusedError if the release is older than the last mirrored one. */
export function refuseRollback({ url, last, options }: Run, { pointer }: PointerText): void {
	if (last?.serial === undefined || options.allow.includes("rollback")) return;
	const { serial = 0, build } = pointer;
	if (serial > last.serial || (serial === last.serial && last.build === build)) return;
	throw new RefusedError(
		`${url}: has release ${serial || "without a number"}, but release ${last.serial} (build ${last.build.slice(0, 16)}) was mirrored here before; if that release was withdrawn, allow this one with --allow rollback`,
	);
}

/**
 * The key that releases must be signed with: the one from `--key`, or that of the last release, or the first one
 * seen.
 */
export function trustedKey({ options, last }: Run, seen: string | undefined): string | undefined {
	return options.key ?? last?.key ?? seen;
}

/**
 * Fetches and checks the signature of a release. Returns undefined if the release needs none. Throws a
 * RefusedError if the signature is missing or wrong.
 */
export async function trustedSignature(run: Run, latest: PointerText): Promise<string | undefined> {
	const key = trustedKey(run, latest.pointer.key);
	if (key === undefined) return undefined;
	if (latest.pointer.key !== key) {
		throw new RefusedError(
			`${run.url}: the release is not signed with the expected key ${key}; ask the publisher whether the key has changed, and pass the new one with --key`,
		);
	}
	const url = urlOf(run.url, SIGNATURE_FILE);
	// Two attempts, since the release may still be uploading. The caller then reads the pointer again.
	for (const _ of ["first", "again"]) {
		const text = await run.http.text(url, MAX_SIGNATURE, String).catch((error) => {
			if (error instanceof TransferError && error.fault.isFinal) return "";
			throw error;
		});
		if (isSigned(latest.text, text, key)) return text;
	}
	throw new RefusedError(
		`${url.href}: is not a signature of latest.json with the key ${key}; if a release is being uploaded right now, run this again later; otherwise, tell the publisher`,
	);
}
