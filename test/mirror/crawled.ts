/** Checks that a crawl has written the catalogue as the server has it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readCatalogue } from "../../scripts/catalogue/catalogue.ts";
import { textOf } from "../fixtures/tree-files.ts";
import type { LiveApi } from "./live-api.ts";

/** Expects a data folder with the server's catalogue, which a build accepts without warnings. */
export async function expectMirrored(dir: string, api: LiveApi): Promise<void> {
	const { instants, media, warnings } = await readCatalogue(dir, { media: "local" });
	expect(instants.map(({ name, slug }) => ({ name, slug }))).toEqual(
		api.rows.map(({ name, slug }) => ({ name, slug })),
	);
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
