/**
 * Fills the template of clip pages. The build and the handler use the same function, so that precomputed and
 * composed pages are identical.
 */
import { toJson } from "../contract/envelope.ts";
import type { Instant } from "../contract/instant.ts";
import { tagsOf } from "../contract/tags.ts";
import { isoDuration, progressText } from "./length.ts";
import { escaped, html, type Markup, raw } from "./markup.ts";

/** The path of a clip's page under the base URL. */
export function clipPagePath(slug: string): string {
	return `/clips/${slug}/`;
}

/** The picture for clips without an image. */
const CARD_PATH = "/icons/card.png";
const CARD_META = {
	"og:image:width": "1200",
	"og:image:height": "630",
	"og:image:alt": "Rows of round, colourful buttons.",
};

/** Social networks truncate longer texts anyway, and names may have 1,000 characters. */
const MAX_TITLE = 100;
const MAX_DESCRIPTION = 300;

/** A slot of a template, such as `{'name'}`. Escaped text cannot contain a slot. */
const SLOT = /\{'(\w+)'\}/g;

/**
 * The page of a clip.
 * @param template a page with slots
 * @param row the clip as JSON, with absolute URLs
 * @param baseUrl no trailing slash
 */
export function clipPage(template: string, row: string, baseUrl: string): string {
	const clip = JSON.parse(row) as Instant;
	const tags = tagsOf(clip);
	return fillSlots(template, {
		...texts(clip),
		kind: "",
		slug: clip.slug,
		sound: clip.sound,
		image: clip.image ?? `${baseUrl}${CARD_PATH}`,
		image_meta: metaTags(clip.image === null ? CARD_META : { "og:image:alt": clip.name }),
		tags: html`${tags.map((tag) => html`<li dir="auto">${tag}</li>`)}`,
		first_tag: tags[0] ?? "",
		time: clip.duration === undefined ? "" : progressText(0, clip.duration),
		clip: script(' id="featured-clip" type="application/json"', row),
		linked_data: script(' type="application/ld+json"', toJson(linkedData(clip, baseUrl))),
	});
}

/**
 * The page shown instead of a clip's page.
 * @param root the relative address of the front page
 * @param reason why the clip was removed; empty if no reason was given, or if there was no clip
 */
export function absencePage(template: string, root: string, reason: string): string {
	return fillSlots(template, { root, reason });
}

/** Fills in the slots of a template; slots without a value are left as they are. */
function fillSlots(template: string, values: Readonly<Record<string, string | Markup>>): string {
	return template.replace(SLOT, (slot, name: string) => escaped(values[name] ?? raw(slot)));
}

function texts({ name, description, tags }: Instant): Record<string, string> {
	const about = [description, tags].find((text) => text.trim() !== "");
	return {
		name,
		title: shortened(name, MAX_TITLE),
		about: description.trim(),
		description: shortened(about ?? `Press the button to hear “${name}”.`, MAX_DESCRIPTION),
	};
}

/** https://schema.org/AudioObject */
function linkedData(clip: Instant, baseUrl: string): unknown {
	const { name, slug, description, tags, sound, image, duration } = clip;
	return {
		"@context": "https://schema.org",
		"@type": "AudioObject",
		name,
		url: `${baseUrl}${clipPagePath(slug)}`,
		contentUrl: sound,
		encodingFormat: "audio/mpeg",
		...(description === "" ? {} : { description }),
		...(tags === "" ? {} : { keywords: tags }),
		...(image === null ? {} : { thumbnailUrl: image }),
		...(duration === undefined ? {} : { duration: isoDuration(duration) }),
	};
}

/** https://ogp.me/#structured */
function metaTags(properties: Readonly<Record<string, string>>): Markup {
	const tag = ([property, content]: [string, string]): Markup =>
		html`<meta property="${property}" content="${shortened(content, MAX_TITLE)}">`;
	return html`${Object.entries(properties).map(tag)}`;
}

/** Puts a text on one line, and shortens it without splitting a character. */
function shortened(text: string, most: number): string {
	const characters = Array.from(text.replace(/\s+/g, " ").trim());
	if (characters.length <= most) return characters.join("");
	return `${characters.slice(0, most - 1).join("")}…`;
}

/** Escapes data in a `script` element: `</script` would end it, and `<!--` would hide its end. */
function script(attributes: string, json: string): Markup {
	return raw(`<script${attributes}>${json.replaceAll("<", "\\u003c")}</script>`);
}
