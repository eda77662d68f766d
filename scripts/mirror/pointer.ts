/** Fetches the pointer of a source, and refuses what is none. */
import { buffer } from "node:stream/consumers";
import { FORMAT_VERSION, type Pointer, parsePointer } from "../tree/pointer.ts";
import { pointerSchema } from "../tree/pointer-schema.ts";
import { MirrorError, TransferError } from "./errors.ts";
import { invalid, POINTER, parsed, urlOf } from "./release.ts";
import type { Run } from "./run.ts";

/** In bytes; a pointer has a few hundred. */
const MAX_POINTER = 64 * 1024;
/** What every pointer begins with. */
const BEGINNING = '{"build"';

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
			if (!isExpected && !text.startsWith(BEGINNING)) return undefined;
			throw new TransferError(url, "is not a pointer", { status: 200 });
		});
	} catch (error) {
		const { status, isTransient } = error as Partial<TransferError>;
		if (status === 200 || (status !== undefined && !isTransient)) return undefined;
		throw error;
	}
}

/** Undefined if the text is no pointer at all. Throws a MirrorError. */
async function readPointer(text: string, url: string): Promise<Pointer | undefined> {
	const value = parsed(text);
	if (typeof value !== "object" || value === null || !("manifest" in value)) return undefined;
	const { success, error } = pointerSchema.safeParse(value);
	if (success) {
		return await parsePointer(text).catch(() => {
			throw invalid(url, ["it does not match its build id"]);
		});
	}
	const { version } = value as { version?: unknown };
	if (typeof version === "number" && version > FORMAT_VERSION) {
		throw new MirrorError(
			`${url}: has version ${version}, but this tool knows version ${FORMAT_VERSION}; update it`,
		);
	}
	throw invalid(
		url,
		error.issues.map(({ path, message }) => `${path.join(".")} ${message}`),
	);
}
