/** What asks for less than a search that found nothing, and may find something: parts of it, or a tag of that name. */
import type { Search } from "./catalogue.ts";

/** @param hasTag whether a tag is offered already */
export function lesserSearches({ name: typed, tags }: Search, hasTag: boolean): Search[] {
	const name = typed.trim();
	const words = name.split(/\s+/);
	const named = (some: readonly string[]): Search => ({ name: some.join(" "), tags: [] });
	const tagged = (some: readonly string[]): Search => ({ name: "", tags: some });
	if (tags.length === 0) {
		const parts = words.length > 1 ? [named(words.slice(0, -1))] : [];
		return [...(hasTag ? [] : [tagged([name])]), ...parts];
	}
	if (name !== "") return [named([name]), tagged(tags)];
	return tags.length > 1 ? tags.map((tag) => tagged([tag])) : [];
}
