/** Receives one file: under a temporary name, hashed and counted on the way, in its place when it is right. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ContentError } from "./failures.ts";
import type { Content } from "./hash-file.ts";
import type { Reply } from "./http.ts";
import { limited } from "./source.ts";

export interface Receiving {
	/** Where files lie while they are received. */
	readonly parts: string;
	readonly target: string;
	/** What the file must be; without, whatever comes whole is right. */
	readonly expected?: Content | undefined;
	readonly signal: AbortSignal;
	/** Told the bytes of each piece; negative when they were for nothing. */
	readonly onBytes?: ((bytes: number) => void) | undefined;
	/** Looks at the whole file before it is put in its place; may throw to refuse it. */
	readonly check?: (part: string) => Promise<void>;
}

/** Most bytes of a file of which no size is declared. */
const MAX_UNDECLARED = 512 * 1024 * 1024;

/** Throws a ContentError when other bytes came than declared, a ConnectionError when they broke off. */
export async function receive(reply: Reply, receiving: Receiving): Promise<Content> {
	const { target, parts, expected, onBytes } = receiving;
	const part = join(parts, randomUUID());
	let counted = 0;
	try {
		const content = await write(reply, part, receiving, (bytes) => {
			counted += bytes;
			onBytes?.(bytes);
		});
		refuseOther(content, expected);
		await receiving.check?.(part);
		await mkdir(dirname(target), { recursive: true });
		await rename(part, target);
		return content;
	} catch (error) {
		onBytes?.(-counted);
		await rm(part, { force: true });
		throw error;
	}
}

async function write(
	reply: Reply,
	part: string,
	{ expected, signal }: Receiving,
	onBytes: (bytes: number) => void,
): Promise<Content> {
	const hash = createHash("sha256");
	let bytes = 0;
	const file = await open(part, "wx");
	try {
		for await (const piece of limited(reply, expected?.bytes ?? MAX_UNDECLARED, signal)) {
			hash.update(piece);
			bytes += piece.length;
			await file.writeFile(piece);
			onBytes(piece.length);
		}
		// Before the rename, so that after a power failure no name stands for bytes that were lost.
		await file.sync();
	} finally {
		await file.close();
	}
	return { bytes, sha256: hash.digest("hex") };
}

function refuseOther(content: Content, expected: Content | undefined): void {
	if (expected === undefined) return;
	if (content.bytes !== expected.bytes) {
		throw new ContentError(`has ${content.bytes} bytes, not the ${expected.bytes} declared`);
	}
	if (content.sha256 !== expected.sha256) {
		throw new ContentError(`has SHA-256 ${content.sha256}, not ${expected.sha256}`);
	}
}
