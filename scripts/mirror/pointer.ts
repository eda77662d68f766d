/** Fetches and checks the pointer of a source. */
import { shown } from "../console/text.ts";
import { POINTER_FILE, urlOf } from "../download/addresses.ts";
import { invalid, MirrorError, TransferError } from "../download/errors.ts";
import type { Http } from "../download/http.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { FORMAT_VERSION } from "../tree/store.ts";
import { parsed } from "./provenance.ts";

/** The largest pointer, in bytes; most have a few hundred. */
const MAX_POINTER = 64 * 1024;

export interface PointerText {
	readonly pointer: Pointer;
	readonly text: string;
}

/**
 * The pointer of the source; undefined if it has none. Throws a MirrorError.
 * @param isExpected whether the source is known to have one, so that any other answer is worth another attempt
 */
export async function fetchPointer(
	run: { readonly url: string; readonly http: Http },
	isExpected = true,
): Promise<PointerText | undefined> {
	const url = urlOf(run.url, POINTER_FILE);
	try {
		return await run.http.text(url, MAX_POINTER, async (bytes) => {
			const text = bytes.toString();
			const pointer = await checkedPointer(url, text);
			if (pointer !== undefined) return { pointer, text };
			if (!isExpected) return undefined;
			throw new TransferError(url, "is not a pointer", { status: 200 });
		});
	} catch (error) {
		const { status, isFinal } = error instanceof TransferError ? error.fault : {};
		// Some live servers answer with an error where they have nothing.
		if (status === 200 || (status !== undefined && (isFinal || !isExpected))) return undefined;
		throw error;
	}
}

/** Undefined if the text is not a pointer at all. Throws a MirrorError for an invalid one. */
async function checkedPointer(url: URL, text: string): Promise<Pointer | undefined> {
	const fields: Record<string, unknown> = Object(parsed(text));
	if (!Object.hasOwn(fields, "build") || !Object.hasOwn(fields, "version")) return undefined;
	if (fields.version !== FORMAT_VERSION) {
		throw new MirrorError(
			`${url.href}: is of version ${shown(fields.version)}, and this program reads version ${FORMAT_VERSION}; update the program`,
		);
	}
	const pointer = await parsePointer(text).catch((error: Error) => {
		throw new TransferError(url, error.message);
	});
	const { error } = pointerSchema.safeParse(pointer);
	const faults = error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];
	if (faults.length > 0) throw invalid(url.href, faults);
	return pointer;
}
