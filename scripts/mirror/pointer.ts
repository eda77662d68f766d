/** Fetches and checks the pointer of a source. */

import { shown } from "../console/text.ts";
import { UserError } from "../console/user-error.ts";
import { MAX_POINTER, POINTER_FILE, urlOf } from "../download/addresses.ts";
import { invalid, TransferError } from "../download/errors.ts";
import { type Pointer, parsePointer } from "../tree/pointer.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { FORMAT_VERSION } from "../tree/store.ts";
import { jsonOf } from "../tree/write/read-file.ts";
import type { Run } from "./run.ts";

export interface PointerText {
	readonly pointer: Pointer;
	readonly text: string;
}

/** The pointer of the source; undefined if it has none. Throws a UserError. */
export async function fetchPointer(
	run: Pick<Run, "url" | "http">,
): Promise<PointerText | undefined> {
	const url = urlOf(run.url, POINTER_FILE);
	try {
		return await run.http.text(url, MAX_POINTER, async (bytes) => {
			const text = bytes.toString();
			const pointer = await checkedPointer(url, text);
			return pointer && { pointer, text };
		});
	} catch (error) {
		const { status, isFinal } = error instanceof TransferError ? error.fault : {};
		if (status !== undefined && isFinal) return undefined;
		throw error;
	}
}

/** The parsed pointer; undefined if the text is not a pointer at all. Throws a UserError for an invalid pointer. */
async function checkedPointer(url: URL, text: string): Promise<Pointer | undefined> {
	const fields: Record<string, unknown> = Object(jsonOf(text));
	if (!Object.hasOwn(fields, "build") || !Object.hasOwn(fields, "version")) return undefined;
	if (fields.version !== FORMAT_VERSION) {
		throw new UserError(
			`${url.href}: has format version ${shown(fields.version)}, but this program reads version ${FORMAT_VERSION}; update the program`,
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
