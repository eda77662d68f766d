/** Answers requests for the page of a clip. */
import { type Answer, entityTag, matchesEntityTag } from "../contract/answers.ts";
import { clipPagePath } from "../contract/clip-page.ts";
import * as pages from "../contract/page-answers.ts";
import { positionOf } from "../tree/slugs.ts";
import { templateOf } from "../tree/templates.ts";
import { clipPageAt } from "./clip-page.ts";
import type { FromTree } from "./from-tree.ts";
import { clipPageRoute } from "./route.ts";

/** The answer to a request, or how to make it from a tree. Pages are those of the build, whatever the address. */
export function clipPageFromTree(method: string, { pathname, search }: URL): Answer | FromTree {
	if (method !== "GET" && method !== "HEAD") return pages.readOnly();
	const route = clipPageRoute(pathname);
	if (route !== undefined && !route.hasSlash) return pages.withSlash(route.slug, search);
	return async (tree, { ifNoneMatch, encoding }) => {
		const { pointer, store } = tree;
		const slug = route?.slug ?? "";
		const position = slug === "" ? undefined : await positionOf(store, pointer.slugs, slug);
		const template = async (name: "gone" | "missing"): Promise<string> => {
			const page = await templateOf(store, pointer.templates, name);
			return page.replaceAll("{'root'}", rootFrom(pathname));
		};
		if (position === undefined) return pages.htmlFailure(404, await template("missing"));
		if (position === null) return pages.htmlFailure(410, await template("gone"));
		const tag = entityTag(pointer.build, clipPagePath(slug), encoding);
		if (matchesEntityTag(ifNoneMatch, tag)) return pages.htmlNotModified(tag);
		return pages.htmlAnswer(await clipPageAt(tree, position), tag);
	};
}

/** The relative address of the front page, which is right wherever the site is. */
function rootFrom(pathname: string): string {
	return "../".repeat(pathname.split("/").length - 2) || "./";
}
