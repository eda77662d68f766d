/** What tells the versions of a published file apart: entity tags, encodings and the headers that go with them. */
import { createHash } from "node:crypto";
import { fileHeaders } from "../published-file.ts";
import { type Encoding, encodedHeaders } from "./compression.ts";
import type { TreeFile } from "./tree-file.ts";

/** The endings of files that compress well. */
export const COMPRESSIBLE = /\.(?:css|html|js|json|m3u8|md|ndjson|svg|txt|webmanifest|xml)$/;

export function headersIn(encoding: Encoding | undefined, key: string): Record<string, string> {
	return { ...fileHeaders(key), ...(COMPRESSIBLE.test(key) && encodedHeaders(encoding)) };
}

/**
 * Made of the content, since builds that set the times of their files would share a tag made of those;
 * and so that several servers with copies of one tree agree.
 */
export function contentTag(content: Buffer, encoding: Encoding | undefined): string {
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 32);
	return `"${hash}${encoding === undefined ? "" : `-${encoding}`}"`;
}

/** Of a file that is too large to be read for each version; no program can set `ctime`. */
export function streamedTag({
	stats: { ino, size, mtimeMs, ctimeMs },
	encoding,
}: TreeFile): string {
	const parts = [size, mtimeMs, ctimeMs, ino].map((part) => Math.trunc(part).toString(16));
	return `"${[...parts, ...(encoding ? [encoding] : [])].join("-")}"`;
}

/** What it is called among kept files. */
export function keptAs({ version }: TreeFile, encoding: Encoding | undefined): string {
	return encoding === undefined ? version : `${version} ${encoding}`;
}
