/** Checks that a crawl has written the catalogue as the server has it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readRecords } from "../fixtures/data-folder.ts";
import { textOf } from "../fixtures/tree-files.ts";
import type { LiveApi } from "./live-api.ts";

/** Expects a data folder with the server's catalogue, which a build accepts without warnings. */
export async function expectMirrored(dir: string, api: LiveApi): Promise<void> {
	const { records, media, warnings } = await readRecords(dir, "local");
	const shown = records.map((record) => ("name" in record ? [record.slug, record.name] : []));
	expect(shown).toEqual(api.rows.map(({ name, slug }) => [slug, name]));
	expect(warnings).toEqual([]);
	expect(media.map(({ path }) => `media/${path}`)).toEqual([...api.media.keys()].toSorted());
	for (const [path, body] of api.media) {
		expect(readFileSync(join(dir, path)).equals(Buffer.from(body))).toBe(true);
	}
}

/** The clips of a crawled data folder, as they were written. */
export function writtenClips(dir: string): Record<string, unknown>[] {
	const lines = textOf(dir, "instants.ndjson").trim().split("\n");
	return lines.map((line) => JSON.parse(line));
}
