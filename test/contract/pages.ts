/** Pages as clients see them, and a walk through all of them. */
import { expect } from "vitest";
import type { Instant } from "../../scripts/contract/instant.ts";

export interface ApiPage {
	readonly count: number;
	readonly next: string | null;
	readonly previous: string | null;
	readonly results: readonly Instant[];
}

/**
 * All pages, from the first to the last. Expects each page to lead back to the previous one, to be full, and to have
 * the same count.
 */
async function walkPages(
	first: string,
	read: (url: string) => Promise<ApiPage>,
): Promise<ApiPage[]> {
	const pages: ApiPage[] = [];
	let before: string | null = null;
	for (let url: string | null = first; url !== null; url = pages.at(-1)?.next ?? null) {
		const page = await read(url);
		expect(page.previous, url).toBe(before);
		expect(page.count).toBe(pages[0]?.count ?? page.count);
		if (page.next !== null) expect(page.results).toHaveLength(10);
		pages.push(page);
		before = url;
	}
	return pages;
}

/** The slugs on all pages. Expects each slug once, and `count` of them. */
export async function walkSlugs(...walk: Parameters<typeof walkPages>): Promise<string[]> {
	const pages = await walkPages(...walk);
	const slugs = pages.flatMap(({ results }) => results.map(({ slug }) => slug));
	expect(new Set(slugs).size).toBe(slugs.length);
	expect(pages[0]?.count).toBe(slugs.length);
	return slugs;
}
