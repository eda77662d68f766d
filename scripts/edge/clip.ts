/** Answers with one clip: as JSON, as a page for people, or as oEmbed for other sites. */
import * as answers from "../contract/answers.ts";
import { entityTag } from "../contract/entity-tag.ts";
import { instantUrl } from "../contract/links.ts";
import { clipEmbed, clipEmbedPath } from "../pages/clip-embed.ts";
import { absencePage, clipPage, clipPagePath } from "../pages/clip-page.ts";
import * as clipPages from "../pages/page-answers.ts";
import { positionOf, templateOf } from "../tree/lookup.ts";
import { rowsAt } from "../tree/packs.ts";
import type { PublishedTree } from "../tree/reading.ts";
import { rebaseRows } from "./rebase.ts";

/** Answers with the clip that has this slug. Throws DamagedTree. */
export async function answerClip(
	{ pointer, store }: PublishedTree,
	slug: string,
	baseUrl: string,
	answer = async (row: string) =>
		answers.found(row, entityTag(pointer.build, instantUrl("", slug))),
): Promise<answers.Answer> {
	const position = await positionOf(store, pointer.slugs, slug);
	if (position === undefined) return answers.NOT_FOUND;
	if (typeof position !== "number") return answers.GONE;
	const rows = await rowsAt(store, pointer.packs, [position]);
	const [row = ""] = rebaseRows(rows, pointer, baseUrl);
	return answer(row);
}

/** The oEmbed answer for the clip with this slug. Throws DamagedTree. */
export function answerClipEmbed(
	tree: PublishedTree,
	slug: string,
	baseUrl: string,
): Promise<answers.Answer> {
	return answerClip(tree, slug, baseUrl, async (row) => {
		const { build, templates } = tree.pointer;
		const provider = await templateOf(tree.store, templates, "provider");
		return answers.found(clipEmbed(row, provider, baseUrl), entityTag(build, clipEmbedPath(slug)));
	});
}

/**
 * Answers with the page of the clip that has this slug. URLs in the page start with the base URL of the build,
 * wherever it is served. Throws DamagedTree.
 * @param slug empty if the path has no valid slug
 * @param url the requested URL: its path determines the link to the front page, and its query determines who may
 * frame the page
 */
export async function answerClipPage(
	{ pointer, store }: PublishedTree,
	slug: string,
	{ pathname, searchParams }: URL,
): Promise<answers.Answer> {
	const { build, base_url: baseUrl, packs, slugs, templates } = pointer;
	const isEmbed = searchParams.has("embed");
	const position = slug === "" ? undefined : await positionOf(store, slugs, slug);
	if (typeof position !== "number") {
		const [status, name] =
			position === undefined ? ([404, "missing"] as const) : ([410, "gone"] as const);
		const template = await templateOf(store, templates, name);
		const page = absencePage(template, rootFrom(pathname), position ?? "");
		return clipPages.htmlAnswer(status, page, isEmbed);
	}
	const template = await templateOf(store, templates, "clip");
	const [row = ""] = await rowsAt(store, packs, [position]);
	const page = clipPage(template, row, baseUrl);
	return clipPages.htmlAnswer(200, page, isEmbed, entityTag(build, clipPagePath(slug)));
}

/** The address of the front page, relative because the site may be in a folder. */
function rootFrom(pathname: string): string {
	return "../".repeat(pathname.split("/").length - 2) || "./";
}
