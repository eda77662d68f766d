/** Sends searches to the handler, and records which files it reads. */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { expect } from "vitest";
import { NO_QUERY, pageUrl } from "../../scripts/contract/links.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import type { Asset } from "../../scripts/tree/reading.ts";
import { type HashCheck, KEPT_FILES } from "../../scripts/tree/store.ts";
import { type ApiPage, walkSlugs } from "../contract/pages.ts";
import { BASE, named, publishRecords } from "../fixtures/published.ts";
import { respond } from "../fixtures/respond.ts";

export interface Answer {
	readonly status: number;
	readonly body: string;
	/** The paths of the files read, in order. */
	readonly reads: readonly string[];
}

/** An answer as text. */
export function said({ status, body }: Answer): string {
	return `${status} ${body}`;
}

/** The answer from a damaged tree. */
export const UNAVAILABLE = '503 {"detail":"Service temporarily unavailable, try again later."}';

/** Searches for a name. An empty name lists the catalogue. */
export function ask(asset: Asset, name: string, page = 1): Promise<Answer> {
	return askFor(asset, pageUrl(BASE, { ...NO_QUERY, names: [name] }, page));
}

/** Sends a request to the handler, as if it had just started. */
export async function askFor(asset: Asset, url: string): Promise<Answer> {
	// Otherwise, files cached in memory would hide reads.
	KEPT_FILES.clear();
	const reads: string[] = [];
	const files: Promise<unknown>[] = [];
	const counted: Asset = (path) => {
		reads.push(path);
		const file = asset(path);
		files.push(file);
		return file;
	};
	const hashCheck: HashCheck = (file, hash) =>
		createHash("sha256").update(file).digest("hex").startsWith(hash);
	const response = await respond({ url }, counted, { hashCheck });
	// After a failure, the answer does not wait for the other files, and the next request would find them in memory.
	await Promise.allSettled(files);
	await setImmediate();
	return { status: response.status, body: await response.text(), reads };
}

/** Publishes clips with these names, undefined for removed ones, without precomputed pages. */
export async function built(names: readonly (string | undefined)[]): Promise<Asset> {
	return folderAsset((await publishRecords(named(names), { pages: "none" })).folder);
}

/** The slugs on all pages, each once. */
export function everySlug(
	asset: Asset,
	name: string,
	formats: readonly string[] = [],
): Promise<string[]> {
	const read = async (url: string): Promise<ApiPage> => {
		const response = await respond({ url }, asset);
		expect(response.status, url).toBe(200);
		return response.json();
	};
	return walkSlugs(pageUrl(BASE, { ...NO_QUERY, formats, names: [name] }, 1), read);
}
