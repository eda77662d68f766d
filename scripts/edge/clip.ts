/** Answers with one clip: as JSON, which is the same in every format, as a page for people, or for other sites. */
import * as answers from "../contract/answers.ts";
import { clipEmbed, clipEmbedPath } from "../contract/clip-embed.ts";
import { clipPage, clipPagePath } from "../contract/clip-page.ts";
import * as pages from "../contract/clip-page-answers.ts";
import { entityTag, matchesEntityTag } from "../contract/entity-tag.ts";
import { instantUrl } from "../contract/links.ts";
import { positionOf, templateOf } from "../tree/lookup.ts";
import { clipsBefore, rowsAt } from "../tree/packs.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { rebaseRows } from "./rebase.ts";

/** The clip with a slug. Throws DamagedTree. */
export async function answerClip(
	{ pointer, store }: PublishedTree,
	slug: string,
	{ baseUrl, encoding, ifNoneMatch }: answers.Conditions,
): Promise<answers.Answer> {
	const position = await positionOf(store, pointer.slugs, slug);
	if (position === undefined) return answers.notFound();
	if (position === null) return answers.gone();
	const tag = entityTag(pointer.build, instantUrl("", slug), encoding);
	if (matchesEntityTag(ifNoneMatch, tag)) return answers.instantNotModified(tag);
	const rows = await rowsAt(store, pointer.packs, [position]);
	return answers.instantAnswer(rebaseRows(rows, pointer, baseUrl).join(""), tag);
}

/** What other sites need to show the clip with a slug. Throws DamagedTree. */
export async function answerClipEmbed(
	{ pointer, store }: PublishedTree,
	slug: string,
	{ baseUrl, encoding, ifNoneMatch }: answers.Conditions,
): Promise<answers.Answer> {
	const position = await positionOf(store, pointer.slugs, slug);
	if (position === undefined) return answers.notFound();
	if (position === null) return answers.gone();
	const tag = entityTag(pointer.build, clipEmbedPath(slug), encoding);
	if (matchesEntityTag(ifNoneMatch, tag)) return answers.instantNotModified(tag);
	const [row = ""] = rebaseRows(await rowsAt(store, pointer.packs, [position]), pointer, baseUrl);
	const provider = await templateOf(store, pointer.templates, "provider");
	return answers.instantAnswer(clipEmbed(row, provider, baseUrl), tag);
}

/**
 * The page of the clip with a slug, which is that of the build, whatever the address. Throws DamagedTree.
 * @param slug empty if no clip can have it
 * @param url that was asked for: on its path depends the way to the front page, on its query who may frame it
 */
export async function answerClipPage(
	tree: PublishedTree,
	slug: string,
	{ pathname, searchParams }: URL,
	{ encoding, ifNoneMatch }: answers.Conditions,
): Promise<answers.Answer> {
	const { pointer, store } = tree;
	const position = slug === "" ? undefined : await positionOf(store, pointer.slugs, slug);
	const template = async (name: "gone" | "missing"): Promise<string> => {
		const page = await templateOf(store, pointer.templates, name);
		return page.replaceAll("{'root'}", rootFrom(pathname));
	};
	if (position === undefined) return pages.htmlFailure(404, await template("missing"));
	if (position === null) return pages.htmlFailure(410, await template("gone"));
	const tag = entityTag(pointer.build, clipPagePath(slug), encoding);
	if (matchesEntityTag(ifNoneMatch, tag)) return pages.htmlNotModified(tag);
	return pages.htmlAnswer(await clipPageAt(tree, position), tag, searchParams.has("embed"));
}

/** Throws DamagedTree. */
async function clipPageAt({ pointer, store }: PublishedTree, position: number): Promise<string> {
	const template = await templateOf(store, pointer.templates, "clip");
	const [row = ""] = await rowsAt(store, pointer.packs, [position]);
	const before = await clipsBefore(store, pointer.packs, position);
	return clipPage(template, row, { before, baseUrl: pointer.base_url });
}

/** The relative address of the front page, which is right wherever the site is. */
function rootFrom(pathname: string): string {
	return "../".repeat(pathname.split("/").length - 2) || "./";
}
