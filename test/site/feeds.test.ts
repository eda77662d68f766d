/** Feed readers find the newest clips: both feeds are read by a parser of another. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseJsonFeed, parseRssFeed } from "feedsmith";
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

async function feedsOf(mediaUrl?: string) {
	const dataDir = folderWith({
		"a.ndjson": ndjson(clip({ name: "Old", slug: "old" }), HARD),
		"site.json": JSON.stringify(SITE),
		...(mediaUrl === undefined
			? { "media/sounds/boom.mp3": MP3, "media/sounds/loud/café 1.mp3": MP3 }
			: {}),
	});
	const out = join(temporaryFolder(), "dist");
	await publishData(dataDir, out, { order: "newest", ...(mediaUrl !== undefined && { mediaUrl }) });
	const json = parseJsonFeed(textOf(out, "feed.json"));
	return { out, json, rss: parseRssFeed(textOf(out, "feed.xml")) };
}

describe("the feeds of a catalogue", () => {
	test("name the site, and the newest clip first, with its page and its sound", async () => {
		const { out, json, rss } = await feedsOf();
		const { size } = statSync(join(out, "media/sounds/loud/café 1.mp3"));
		const url = `${BASE}/clips/hard/`;
		const sound = `${BASE}/media/sounds/loud/caf%C3%A9%201.mp3`;
		expect(json).toMatchObject({ ...SITE, feed_url: `${BASE}/feed.json` });
		expect(json.items?.map(({ title }) => title)).toEqual([NAME, "Old"]);
		expect(json.items?.[0]).toEqual({
			id: url,
			url,
			title: NAME,
			content_text: "1 < 2 & so on",
			tags: ["loud", "R&B"],
			attachments: [{ url: sound, mime_type: "audio/mpeg", size_in_bytes: size }],
		});
		expect(rss).toMatchObject({ title: SITE.title, language: "en-GB", link: `${BASE}/` });
		expect(rss.items).toHaveLength(2);
		expect(rss.items?.[0]).toMatchObject({
			title: "A <b> & ]]> \ufffd “c”",
			link: url,
			guid: { value: url, isPermaLink: false },
			description: "1 &lt; 2 &amp; so on",
			categories: [{ name: "loud" }, { name: "R&B" }],
			enclosures: [{ url: sound, length: size, type: "audio/mpeg" }],
		});
	});

	test("say nothing of the size of sounds that are elsewhere", async () => {
		const { json, rss } = await feedsOf("https://media.test");
		const url = "https://media.test/sounds/loud/caf%C3%A9%201.mp3";
		expect(json.items?.[0]?.attachments).toEqual([{ url, mime_type: "audio/mpeg" }]);
		expect(rss.items?.[0]?.enclosures).toEqual([{ url, length: 0, type: "audio/mpeg" }]);
	});
});

test("a feed has the newest 50 clips, without those that were removed", async () => {
	const booms = Array.from({ length: 60 }, (_, i) =>
		clip({ name: `Boom ${i}`, slug: `boom-${i}` }),
	);
	const removed = { slug: "gone", removed: "2026-11-21" };
	const { folder } = await publishRecords([...booms, removed, BOOM], { order: "newest" });
	const newest = [...booms, BOOM].map(({ name }) => name).toReversed();
	const { items } = parseJsonFeed(textOf(folder, "feed.json"));
	expect(items?.map(({ title }) => title)).toEqual(newest.slice(0, 50));
});

test("where clips have no pages, the front page shows them", async () => {
	// The listing fits, and the clips do not.
	const how = { order: "newest", links: "path", maxFiles: 150 } as const;
	const { folder } = await publishRecords([BOOM], how);
	const [item] = parseRssFeed(textOf(folder, "feed.xml")).items ?? [];
	expect(item).toMatchObject({ link: `${BASE}/#boom`, guid: { value: `${BASE}/clips/boom/` } });
});

test.each([
	["newest", ["feed.json", "feed.xml"]],
	["first", []],
] as const)("with the order %s, the front page links to the feeds %j", async (order, feeds) => {
	const { folder } = await publishRecords([BOOM], { order });
	const linked = textOf(folder, "index.html").matchAll(/rel="alternate"[^>]* href="([^"]*)"/g);
	expect(Array.from(linked, ([, path]) => path)).toEqual(feeds);
	const written = filesIn(folder).map(({ path }) => path);
	expect(written.filter((path) => path.startsWith("feed."))).toEqual(feeds);
});
