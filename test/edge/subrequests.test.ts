/** No request reads more files than Cloudflare's free plan allows, whatever the query and the size of the catalogue. */
import { describe, expect, test } from "vitest";
import { instantUrl, NO_QUERY, pageUrl, TAGS_PATH } from "../../scripts/contract/links.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { generatedNames, generatedQueries, tagOf } from "../fixtures/generated-names.ts";
import { BASE, publishRecords } from "../fixtures/published.ts";
import { ask, askFor } from "./asking.ts";
import { taggedClips, withDeeperIndex } from "./layered-tree.ts";

/** https://developers.cloudflare.com/workers/platform/limits/#subrequests */
const MAX_SUBREQUESTS = 50;

/** Words with a common prefix, which fill more and more shards. A few of the words are names by themselves. */
const FAMILIES = Array.from("bcdfghjkmn", (letter, i) => ({
	prefix: `aa${letter}`,
	size: [1000, 2500, 4000, 5000, 5800, 6100, 6400, 6600, 6850, 7150][i] ?? 0,
}));
const familyNames = FAMILIES.flatMap(({ prefix, size }) =>
	Array.from({ length: size }, (_, i) => {
		const word = `${prefix}${i.toString(36).padStart(4, "0")}`.padEnd(40, "z");
		return i % Math.floor(size / 11) === 0 ? word : `${word} and more`;
	}),
);

/** Names with many words from the whole vocabulary. */
const generated = generatedNames(8000, 7);
const vocabulary = generated.flatMap((name) => name.split(" "));
const longNames = Array.from({ length: 20 }, (_, i) =>
	vocabulary.filter((_, at) => at % 397 === i).join(" "),
);

const inOrder = [...generated, ...familyNames, ...longNames];
/** Ordered so that names found together are in different packs and index files. */
const names = inOrder.map((_, i) => inOrder[(i * 7919) % inOrder.length] ?? "");
const queries = [
	"",
	...FAMILIES.map(({ prefix }) => prefix),
	...longNames,
	...longNames.map((name) => name.split(" ").slice(0, 12).join(" ")),
	...generatedQueries(generated, 5).map(({ query }) => query),
];

const tree = folderAsset((await publishRecords(taggedClips(names))).folder);

describe.each([
	[2, "all"],
	[4, "none"],
] as const)("with index files of %i levels, and %s of the pages precomputed", (levels, pages) => {
	test(`no request reads more than ${MAX_SUBREQUESTS} files, and some need almost as many`, async () => {
		const changes = pages === "none" ? { listing: undefined, words: undefined } : {};
		const asset = await withDeeperIndex(tree, levels, changes);
		const answered = new Map<number, number>();
		for (const name of queries) {
			for (const page of name === "" ? [1, 777, 2000] : [1, 2]) {
				const { status, reads } = await ask(asset, name, page);
				expect([200, 400, 404], name).toContain(status);
				expect(reads.length, name).toBeLessThanOrEqual(MAX_SUBREQUESTS);
				answered.set(status, Math.max(answered.get(status) ?? 0, reads.length));
			}
		}
		for (const tags of [1, 2, 5, 20].map((count) =>
			Array.from({ length: count }, (_, i) => tagOf(i)),
		)) {
			for (const name of ["", ...FAMILIES.map(({ prefix }) => prefix), ...longNames]) {
				const url = pageUrl(BASE, { ...NO_QUERY, names: [name], tags }, 1);
				const { status, body, reads } = await askFor(asset, url);
				expect([200, 400], url).toContain(status);
				if (status === 400) expect(body, url).toContain(name === "" ? '{"tag":' : '{"name":');
				expect(reads.length, url).toBeLessThanOrEqual(MAX_SUBREQUESTS);
			}
		}
		const { reads: ofTags } = await askFor(asset, pageUrl(BASE, NO_QUERY, 20, TAGS_PATH));
		// The pointer, the index files, and one or two lists.
		expect(ofTags.length).toBeLessThanOrEqual(1 + levels + 2);
		const { status, reads } = await askFor(asset, instantUrl(BASE, "clip-777"));
		expect(status).toBe(200);
		// The pointer, the files that lead to the slug, and the files that lead to the clip.
		expect(reads.length).toBe(1 + 2 * (levels + 1));
		if (pages === "none") expect(answered.get(200)).toBeGreaterThan(MAX_SUBREQUESTS - 10);
		expect(answered.has(400)).toBe(true);
	});
});
