/** Feed readers find the newest clips: a third-party parser reads the feed. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseRssFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import { clip, folderWith, ndjson } from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { BASE, publishData, publishRecords, temporaryFolder } from "../fixtures/published.ts";
import { filesIn, textOf } from "../fixtures/tree-files.ts";

const SITE = { title: "Tom & <Jerry>'s", description: "Bangs & “booms”", language: "en-GB" };
const BOOM = clip({ name: "Boom", slug: "boom" });
const NAME = "A <b> & ]]> \uffff “c”";
const HARD = clip({
	name: NAME,
	slug: "hard",
	sound: "loud/café 1.mp3",
	description: "1 < 2 & so on",
	tags: "loud, R&B",
});

async function feedOf(mediaUrl?: string) {
	const dataDir = folderWith({
		"a.ndjson": ndjson(clip({ name: "Old", slug: "old" }), HARD),
		"site.json": JSON.stringify(SITE),
		...(mediaUrl === undefined
			? { "media/sounds/boom.mp3": MP3, "media/sounds/loud/café 1.mp3": MP3 }
			: {}),
	});
	const out = join(temporaryFolder(), "dist");
	await publishData(dataDir, out, { order: "newest", ...(mediaUrl !== undefined && { mediaUrl }) });
	return { out, feed: parseRssFeed(textOf(out, "feed.xml")) };
}

describe("the feed of a catalogue", () => {
	test("names the site, and the newest clip first, with its page and its sound", async () => {
		const { out, feed } = await feedOf();
		const { size } = statSync(join(out, "media/sounds/loud/café 1.mp3"));
		const url = `${BASE}/clips/hard/`;
		const sound = `${BASE}/media/sounds/loud/caf%C3%A9%201.mp3`;
		expect(feed).toMatchObject({ ...SITE, description: "Bangs &amp; “booms”", link: `${BASE}/` });
		expect(feed.items).toHaveLength(2);
		expect(feed.items?.[0]).toMatchObject({
			title: "A <b> & ]]> \ufffd “c”",
			link: url,
			guid: { value: url, isPermaLink: false },
			description: "1 &lt; 2 &amp; so on",
			categories: [{ name: "loud" }, { name: "R&B" }],
			enclosures: [{ url: sound, length: size, type: "audio/mpeg" }],
		});
	});

	test("gives no size for sounds that are elsewhere", async () => {
		const { feed } = await feedOf("https://media.test");
		const url = "https://media.test/sounds/loud/caf%C3%A9%201.mp3";
		expect(feed.items?.[0]?.enclosures).toEqual([{ url, length: 0, type: "audio/mpeg" }]);
	});
});

test("a feed has the newest 50 clips, without those that were removed", async () => {
	const booms = Array.from({ length: 60 }, (_, i) =>
		clip({ name: `Boom ${i}`, slug: `boom-${i}` }),
	);
	const removed = { slug: "gone", removed: "2026-11-21" };
	const { folder } = await publishRecords([...booms, removed, BOOM], { order: "newest" });
	const newest = [...booms, BOOM].map(({ name }) => name).toReversed();
	const { items } = parseRssFeed(textOf(folder, "feed.xml"));
	expect(items?.map(({ title }) => title)).toEqual(newest.slice(0, 50));
});

test("where clips have no pages, the front page shows them", async () => {
	// The listing fits the budget, but the pages of clips do not.
	const how = { order: "newest", runsCode: false, maxFiles: 150 } as const;
	const { folder } = await publishRecords([BOOM], how);
	const [item] = parseRssFeed(textOf(folder, "feed.xml")).items ?? [];
	expect(item).toMatchObject({ link: `${BASE}/#boom`, guid: { value: `${BASE}/clips/boom/` } });
});

test.each([
	["newest", ["feed.xml"]],
	["first", []],
] as const)("with the order %s, the front page links to %j", async (order, files) => {
	const { folder } = await publishRecords([BOOM], { order });
	const linked = textOf(folder, "index.html").matchAll(/rel="alternate"[^>]* href="([^"]*)"/g);
	expect(Array.from(linked, ([, path]) => path)).toEqual(files);
	const written = filesIn(folder).map(({ path }) => path);
	expect(written.filter((path) => path.startsWith("feed."))).toEqual(files);
});
