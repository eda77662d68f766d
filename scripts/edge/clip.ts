/** Answers with one clip: as JSON, which is the same in every format, as a page for people, or for other sites. */
import * as answers from "../contract/answers.ts";
import { clipEmbed, clipEmbedPath } from "../contract/clip-embed.ts";
import { clipPage, clipPagePath } from "../contract/clip-page.ts";
import * as clipPages from "../contract/clip-page-answers.ts";
import { entityTag, matchesEntityTag } from "../contract/entity-tag.ts";
import { instantUrl } from "../contract/links.ts";
import { positionOf, templateOf } from "../tree/lookup.ts";
import { clipsBefore, rowsAt } from "../tree/packs.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { rebaseRows } from "./rebase.ts";

/** The clip with a slug. Throws DamagedTree. */
export function answerClip(
	tree: PublishedTree,
	slug: string,
	conditions: answers.Conditions,
): Promise<answers.Answer> {
	return answerInstant(tree, slug, instantUrl("", slug), conditions, async (row) => row);
}

/** What other sites need to show the clip with a slug. Throws DamagedTree. */
export function answerClipEmbed(
	tree: PublishedTree,
	slug: string,
	conditions: answers.Conditions,
): Promise<answers.Answer> {
	const { pointer, store } = tree;
	return answerInstant(tree, slug, clipEmbedPath(slug), conditions, async (row) =>
		clipEmbed(row, await templateOf(store, pointer.templates, "provider"), conditions.baseUrl),
	);
}

/**
 * @param path of the request, for the entity tag
 * @param bodyOf what is said of the clip, given its row
 */
async function answerInstant(
	{ pointer, store }: PublishedTree,
	slug: string,
	path: string,
	{ baseUrl, encoding, ifNoneMatch }: answers.Conditions,
	bodyOf: (row: string) => Promise<string>,
): Promise<answers.Answer> {
	const position = await positionOf(store, pointer.slugs, slug);
	if (position === undefined) return answers.notFound();
	if (position === null) return answers.gone();
	const tag = entityTag(pointer.build, path, encoding);
	if (matchesEntityTag(ifNoneMatch, tag)) return answers.notModified(tag);
	const rows = rebaseRows(await rowsAt(store, pointer.packs, [position]), pointer, baseUrl);
	return answers.found(await bodyOf(rows.join("")), tag);
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
	if (position === undefined) return clipPages.htmlFailure(404, await template("missing"));
	if (position === null) return clipPages.htmlFailure(410, await template("gone"));
	const tag = entityTag(pointer.build, clipPagePath(slug), encoding);
	if (matchesEntityTag(ifNoneMatch, tag)) return clipPages.htmlNotModified(tag);
	return clipPages.htmlAnswer(await clipPageAt(tree, position), tag, searchParams.has("embed"));
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
