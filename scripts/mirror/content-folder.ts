/**
 * The folder of what was fetched or made for the next state of a mirror. Each file there is complete,
 * correct and named by its hash, so that a later run can use it, even for another release.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ContentError } from "./errors.ts";
import type { Content, KnownContent } from "./file-content.ts";
import type { Workspace } from "./workspace-paths.ts";

/** As many digits of a hash as the names of the store have. */
const NAME_LENGTH = 24;

/** Where a file with this content is, or would be. */
export function contentFile({ content }: Workspace, { sha256 }: Content): string {
	return join(content, sha256.slice(0, NAME_LENGTH));
}

export interface SaveOptions {
	/** What the file must contain; anything if undefined. */
	readonly expected?: Content | undefined;
	/** Inspects the complete file; may throw to refuse it. */
	readonly check?: (part: string) => Promise<void>;
	/** Called with the bytes of each chunk, and with a negative number if they are thrown away. */
	readonly onBytes?: (bytes: number) => void;
}

/** Saves a file once it is complete. Throws a ContentError if its content is not as expected. */
export async function saveContent(
	workspace: Workspace,
	chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
	{ expected, check, onBytes = () => {} }: SaveOptions = {},
): Promise<KnownContent> {
	const part = join(workspace.parts, randomUUID());
	let counted = 0;
	try {
		await mkdir(workspace.content, { recursive: true });
		const content = await write(part, chunks, (bytes) => {
			counted += bytes;
			onBytes(bytes);
		});
		refuseUnexpected(content, expected);
		await check?.(part);
		await rename(part, contentFile(workspace, content));
		return content;
	} catch (error) {
		onBytes(-counted);
		await rm(part, { force: true });
		throw error;
	}
}

async function write(
	part: string,
	chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
	onBytes: (bytes: number) => void,
): Promise<KnownContent> {
	const hash = createHash("sha256");
	let bytes = 0;
	const file = await open(part, "wx");
	try {
		for await (const chunk of chunks) {
			const data = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
			hash.update(data);
			bytes += data.length;
			await file.writeFile(data);
			onBytes(data.length);
		}
		// Before the rename: a power failure must not leave a final name on missing bytes.
		await file.sync();
	} finally {
		await file.close();
	}
	return { bytes, sha256: hash.digest("hex") };
}

function refuseUnexpected({ bytes, sha256 }: Content, expected: Content | undefined): void {
	if (expected === undefined) return;
	if (expected.bytes !== undefined && bytes !== expected.bytes) {
		throw new ContentError(`has ${bytes} bytes, not the ${expected.bytes} declared`);
	}
	if (!sha256.startsWith(expected.sha256)) {
		throw new ContentError(`has SHA-256 ${sha256}, not ${expected.sha256}`);
	}
}
