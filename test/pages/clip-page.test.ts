/** A clip's page tells search engines and social networks what the clip is, whatever its texts contain. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { instantJson } from "../../scripts/contract/envelope.ts";
import type { Instant } from "../../scripts/contract/instant.ts";
import { clipPage } from "../../scripts/pages/clip-page.ts";
import { makeSite } from "../../scripts/site/site-files.ts";
import { siteFactsAt } from "../fixtures/site-facts.ts";

const BASE = "https://clips.test/a";
const { templates } = makeSite(siteFactsAt(BASE));

const CLIP = {
	name: "Boom",
	slug: "boom",
	sound: `${BASE}/media/sounds/boom.mp3`,
	color: "FF8800",
	image: null,
	description: "",
	tags: "",
};

function pageOf(changes: Partial<Instant>): string {
	return clipPage(templates.clip, instantJson({ ...CLIP, ...changes }), BASE);
}

const meta = (page: string, name: string): string | undefined =>
	new RegExp(`<meta (?:property|name)="${name}"[^>]* content="([^"]*)">`).exec(page)?.[1];

test("slots of a template that nothing fills stay", () => {
	expect(clipPage("{'name'} {'later'}", instantJson(CLIP), BASE)).toBe("Boom {'later'}");
});

test("networks and search engines find the name, the sound and the image", () => {
	const image = `${BASE}/media/instants_images/boom.png`;
	const page = pageOf({ description: "Loud.", tags: "bass, drum", image, duration: 2.345 });
	const networks = {
		"og:title": "Boom",
		"og:description": "Loud.",
		"og:url": `${BASE}/clips/boom/`,
		"og:image": image,
		"og:audio": CLIP.sound,
		"og:audio:type": "audio/mpeg",
		"twitter:card": "player",
		"og:image:alt": "Boom",
		"twitter:player": `${BASE}/clips/boom/?embed`,
	};
	for (const [name, value] of Object.entries(networks)) expect(meta(page, name), name).toBe(value);
	const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
	expect(JSON.parse(data)).toEqual({
		"@context": "https://schema.org",
		"@type": "AudioObject",
		name: "Boom",
		url: `${BASE}/clips/boom/`,
		contentUrl: CLIP.sound,
		encodingFormat: "audio/mpeg",
		description: "Loud.",
		keywords: "bass, drum",
		thumbnailUrl: image,
		duration: "PT2.345S",
	});
});

test.each([
	[0.0004, "0.0 / 0.0 s", "PT0S"],
	[59.94, "0.0 / 59.9 s", "PT59.94S"],
	[59.96, "0:00 / 1:00", "PT59.96S"],
	[65.4, "0:00 / 1:05", "PT65.4S"],
])("%s seconds are %s to people, and %s to programs", (duration, text, iso) => {
	const page = pageOf({ duration });
	expect(page).toContain(`<span class="time">${text}</span>`);
	expect(page).toContain(`"duration":"${iso}"`);
});

test("a page leaves out an unknown length", () => {
	expect(pageOf({ gain: -3 })).not.toMatch(/class="time">[^<]/);
});

test.each([
	["a description", { tags: "bass" }, "og:description", "bass"],
	["any text", {}, "og:description", "Press the button to hear “Boom”."],
	["an image", {}, "og:image", `${BASE}/icons/card.png`],
	["an image", {}, "og:image:width", "1200"],
	["an image", {}, "og:image:alt", "Rows of round, colourful buttons."],
])("a clip without %s gets a replacement", (_, changes, name, value) => {
	expect(meta(pageOf(changes), name)).toBe(value);
});

test("long texts are truncated between characters, on one line", () => {
	const page = pageOf({ name: "🎉".repeat(200), description: `a\r\n${"é".repeat(500)}` });
	expect(meta(page, "og:title")).toBe(`${"🎉".repeat(99)}…`);
	expect(meta(page, "og:description")).toBe(`a ${"é".repeat(297)}…`);
	// The card has the whole name, as it does once the script has run.
	expect(page).toContain(`>${"🎉".repeat(200)}</a></h2>`);
	expect(page).toContain(`>a\r\n${"é".repeat(500)}</p>`);
});

test("no text becomes markup, fills another slot or leaves the data blocks", () => {
	const evil = fc.constantFrom(
		"</script><script>alert(1)</script>",
		"<!--<script>",
		'"><img src=x onerror=alert(1)>',
		"{'clip'} {{base}} $& $1",
		"</title>",
		"' onload='x",
	);
	const anything = fc.oneof(evil, fc.string({ unit: "grapheme" }));
	const elements = (page: string): string[] => page.match(/<[!/a-z][^\s>]*/gi) ?? [];
	/** The page without its tags, if each tag is an item with nothing but text. */
	const untagged = (page: string): string =>
		page.replace(/(<ul class="tags"[^>]*>)(?:<li dir="auto">[^<]+<\/li>)*(?=<\/ul>)/, "$1");
	const plain = elements(pageOf({}));
	fc.assert(
		fc.property(anything, anything, anything, (name, description, tags) => {
			const page = pageOf({ name, description, tags });
			expect(elements(untagged(page))).toEqual(plain);
			const [, data = ""] = /id="featured-clip"[^>]*>(.*?)<\/script>/s.exec(page) ?? [];
			expect(JSON.parse(data)).toEqual({ ...CLIP, name, description, tags });
		}),
	);
});
