/** Answers requests for one clip, which is the same in every format. */
import * as answers from "../contract/answers.ts";
import { instantUrl } from "../contract/links.ts";
import { rowsAt } from "../tree/packs.ts";
import { positionOf } from "../tree/slugs.ts";
import type { FromTree } from "./from-tree.ts";
import { rebaseRows } from "./rebase.ts";

/** How to answer with the clip that has this slug. */
export function instantFromTree(slug: string): FromTree {
	return async ({ pointer, store }, { baseUrl, ifNoneMatch, encoding }) => {
		const position = await positionOf(store, pointer.slugs, slug);
		if (position === undefined) return answers.notFound();
		if (position === null) return answers.gone();
		const tag = answers.entityTag(pointer.build, instantUrl("", slug), encoding);
		if (answers.matchesEntityTag(ifNoneMatch, tag)) return answers.instantNotModified(tag);
		const rows = await rowsAt(store, pointer.packs, [position]);
		return answers.instantAnswer(rebaseRows(rows, pointer, baseUrl).join(""), tag);
	};
}
