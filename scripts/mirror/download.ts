/** Downloads one file: under a temporary name first, and into its place once it is complete and correct. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ContentError } from "./errors.ts";
import type { Content } from "./file-content.ts";
import type { HttpResponse } from "./http.ts";
import { limitedBody } from "./response-body.ts";

export interface Download {
	/** The folder for incomplete files. */
	readonly parts: string;
	readonly target: string;
	/** What the file must contain; without it any complete response will do. */
	readonly expected?: Content | undefined;
	readonly signal: AbortSignal;
	/** Called with the bytes of each chunk, and with a negative number if they are thrown away. */
	readonly onBytes: (bytes: number) => void;
	/** Inspects the complete file; may throw to refuse it. */
	readonly check?: (part: string) => Promise<void>;
}

/** The largest file accepted if no size is declared, in bytes. */
const MAX_UNDECLARED = 512 * 1024 * 1024;

/** Throws a ContentError if the content is not as declared, a ConnectionError if it breaks off. */
export async function download(response: HttpResponse, job: Download): Promise<Content> {
	const { target, parts, expected, onBytes } = job;
	const part = join(parts, randomUUID());
	let counted = 0;
	try {
		const content = await write(response, part, job, (bytes) => {
			counted += bytes;
			onBytes(bytes);
		});
		refuseUnexpected(content, expected);
		await job.check?.(part);
		await mkdir(dirname(target), { recursive: true });
		await rename(part, target);
		return content;
	} catch (error) {
		onBytes(-counted);
		await rm(part, { force: true });
		throw error;
	}
}

async function write(
	response: HttpResponse,
	part: string,
	{ expected, signal }: Download,
	onBytes: (bytes: number) => void,
): Promise<Content> {
	const hash = createHash("sha256");
	let bytes = 0;
	const file = await open(part, "wx");
	try {
		for await (const chunk of limitedBody(response, expected?.bytes ?? MAX_UNDECLARED, signal)) {
			hash.update(chunk);
			bytes += chunk.length;
			await file.writeFile(chunk);
			onBytes(chunk.length);
		}
		// Before the rename: a power failure must not leave a final name on missing bytes.
		await file.sync();
	} finally {
		await file.close();
	}
	return { bytes, sha256: hash.digest("hex") };
}

function refuseUnexpected(content: Content, expected: Content | undefined): void {
	if (expected === undefined) return;
	if (content.bytes !== expected.bytes) {
		throw new ContentError(`has ${content.bytes} bytes, not the ${expected.bytes} declared`);
	}
	if (content.sha256 !== expected.sha256) {
		throw new ContentError(`has SHA-256 ${content.sha256}, not ${expected.sha256}`);
	}
}
