/** A build holds a catalogue once: what it writes from that into the store, it makes file by file. */
import { expect, test } from "vitest";
import type { Work } from "../../scripts/publish/build-options.ts";
import { writeStore } from "../../scripts/publish/store-writers.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { contentOf, named } from "../fixtures/published.ts";

const CLIPS = 12_000;

test("posting lists and slugs are made as their files are written", async () => {
	const content = contentOf(named(generatedNames(CLIPS)));
	const postings = content.postings.collect();
	/** How many were read since the last file of a folder was written, and at most. */
	const held = { search: [0, 0], slugs: [0, 0], packs: [0, 0] };
	function* reading<T>(folder: keyof typeof held, items: Iterable<T>): Generator<T> {
		for (const item of items) {
			const [now = 0, most = 0] = held[folder];
			held[folder] = [now + 1, Math.max(most, now + 1)];
			yield item;
		}
	}
	const store = async (folder: keyof typeof held): Promise<string> => {
		held[folder][0] = 0;
		return "0".repeat(64);
	};
	const entries = () => reading("search", postings.terms.entries());
	const terms = Object.assign([...postings.terms], { entries });
	const bySlug = reading("slugs", content.slugs.keys());
	const work = { tree: { store }, content, postings: { ...postings, terms }, tags: [], bySlug };
	await writeStore(work as unknown as Work);
	for (const [, most] of [held.search, held.slugs]) {
		expect(most).toBeGreaterThan(0);
		expect(most).toBeLessThan(CLIPS / 2);
	}
});
