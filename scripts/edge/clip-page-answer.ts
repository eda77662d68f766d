/** Answers requests for the page of a clip. */
import { type Answer, entityTag, matchesEntityTag } from "../contract/answers.ts";
import { clipPage, clipPagePath } from "../contract/clip-page.ts";
import * as pages from "../contract/page-answers.ts";
import { rowsAt } from "../tree/packs.ts";
import { positionOf } from "../tree/slugs.ts";
import { templateOf } from "../tree/templates.ts";
import type { FromTree } from "./from-tree.ts";
import { clipPageRoute } from "./route.ts";

/** The answer to a request, or how to make it from a tree. Pages are those of the build, whatever the address. */
export function clipPageFromTree(method: string, { pathname, search }: URL): Answer | FromTree {
	if (method !== "GET" && method !== "HEAD") return pages.readOnly();
	const route = clipPageRoute(pathname);
	if (route !== undefined && !route.hasSlash) return pages.withSlash(route.slug, search);
	return async ({ pointer, store }, { ifNoneMatch, encoding }) => {
		const slug = route?.slug ?? "";
		const position = slug === "" ? undefined : await positionOf(store, pointer.slugs, slug);
		const template = (name: "clip" | "gone" | "missing"): Promise<string> =>
			templateOf(store, pointer.templates, name);
		if (position === undefined) return pages.htmlFailure(404, await template("missing"));
		if (position === null) return pages.htmlFailure(410, await template("gone"));
		const tag = entityTag(pointer.build, clipPagePath(slug), encoding);
		if (matchesEntityTag(ifNoneMatch, tag)) return pages.htmlNotModified(tag);
		const [row = ""] = await rowsAt(store, pointer.packs, [position]);
		const facts = { position, baseUrl: pointer.base_url };
		return pages.htmlAnswer(clipPage(await template("clip"), row, facts), tag);
	};
}
