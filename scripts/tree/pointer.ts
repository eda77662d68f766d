/**
 * The pointer, `latest.json`: the one file that says which build is published, and through which all of its data
 * are found.
 */
import type * as z from "zod";
import type { pointerSchema } from "./pointer-schema.ts";
import { FORMAT_VERSION, hasHash } from "./store.ts";

export type Pointer = Readonly<z.infer<typeof pointerSchema>>;

/** Whether the listing starts with the first record or with the newest, which is the last. */
export type Order = Pointer["order"];

/** The last pointer read, since most requests get the same one. */
let last: { readonly text: string; readonly pointer: Pointer } | undefined;

/** Parses and checks a pointer. Throws an Error that says what is wrong with the text. */
export async function parsePointer(text: string): Promise<Pointer> {
	if (last?.text === text) return last.pointer;
	const [head = "", build] = /^\{"build":"([0-9a-f]{64})",/.exec(text) ?? [];
	if (build === undefined || !(await hasHash(text.slice(head.length), build))) {
		throw new Error("latest.json is damaged: it does not match its build id");
	}
	const pointer = JSON.parse(text) as Pointer;
	if (pointer.version !== FORMAT_VERSION) {
		throw new Error(
			`latest.json: unknown version ${pointer.version}; this program reads version ${FORMAT_VERSION}`,
		);
	}
	last = { text, pointer };
	return pointer;
}
