/** A build holds a catalogue once: what it writes from that, it makes file by file. */
import { expect, test } from "vitest";
import type { Work } from "../../scripts/publish/build-options.ts";
import { writeStore } from "../../scripts/publish/store-writers.ts";
import { sitemapFiles } from "../../scripts/site/sitemap.ts";
import { generatedNames } from "../fixtures/generated-names.ts";
import { contentOf, named } from "../fixtures/published.ts";

const CLIPS = 12_000;

/** Counts what was read since the last file was written. */
class Held {
	#now = 0;
	most = 0;

	read(items = 1): void {
		this.#now += items;
		this.most = Math.max(this.most, this.#now);
	}

	*each<T>(items: Iterable<T>): Generator<T> {
		for (const item of items) {
			this.read();
			yield item;
		}
	}

	written(): void {
		this.#now = 0;
	}
}

test("posting lists and slugs are made as the files of the store are written", async () => {
	const content = contentOf(named(generatedNames(CLIPS)));
	const postings = content.postings.collect();
	const held = { search: new Held(), slugs: new Held(), packs: new Held() };
	const tree = {
		store: async (folder: keyof typeof held) => {
			held[folder].written();
			return "0".repeat(64);
		},
	};
	const terms = Object.assign([...postings.terms], {
		entries: () => held.search.each(postings.terms.entries()),
	});
	const bySlug = held.slugs.each(content.slugs.keys());
	const work = { tree, content, postings: { ...postings, terms }, tags: [], bySlug };
	await writeStore(work as unknown as Work);
	for (const { most } of [held.search, held.slugs]) {
		expect(most).toBeGreaterThan(0);
		expect(most).toBeLessThan(CLIPS / 2);
	}
});

test("the sitemap is made part by part", () => {
	const held = new Held();
	const slugs = Array.from({ length: CLIPS }, (_, i) => `clip-${i}`);
	const slice = (from: number, to: number): string[] => {
		held.read(to - from);
		return slugs.slice(from, to);
	};
	const files = sitemapFiles("https://c.test", { length: CLIPS, slice } as unknown as string[], []);
	for (const _ of files) held.written();
	expect(held.most).toBe(5000);
});
