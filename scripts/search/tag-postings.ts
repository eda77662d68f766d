/** Collects the tags of a catalogue and their clips, for the build. */
import { tagToken } from "./tokens.ts";

/** A tag, which clips may spell in several ways. */
export interface CollectedTag {
	readonly token: string;
	/** In the spelling of the first clip. */
	readonly name: string;
	/** The positions of its clips, ascending. */
	readonly positions: readonly number[];
}

/** The first number of a group of tagged clips: a class that no word has. */
const CLASS = 0;

export class TagCollector {
	readonly #tags = new Map<string, { name: string; positions: number[] }>();
	/** Tokens by spelling, because most clips reuse a spelling. */
	readonly #tokens = new Map<string, string>();

	/** Adds the tags of a clip. Positions must ascend. */
	add(position: number, names: readonly string[]): void {
		for (const name of names) {
			const token = this.#tokenOf(name);
			if (token === "") continue;
			const tag = this.#tags.get(token);
			if (tag === undefined) this.#tags.set(token, { name, positions: [position] });
			else if (tag.positions.at(-1) !== position) tag.positions.push(position);
		}
	}

	#tokenOf(name: string): string {
		let token = this.#tokens.get(name);
		if (token === undefined) {
			token = tagToken(name);
			this.#tokens.set(name, token);
		}
		return token;
	}

	/** All tags, sorted by token. */
	collect(): CollectedTag[] {
		return [...this.#tags]
			.map(([token, tag]) => ({ token, ...tag }))
			.sort((a, b) => (a.token < b.token ? -1 : 1));
	}
}

/** The posting list of a tag (see posting-list.ts): one group, since tags have no score. */
export function tagNumbers(positions: readonly number[]): number[] {
	const gaps = positions.map((position, i) => position - (positions[i - 1] ?? 0));
	return [CLASS, gaps.length, ...gaps];
}

/** Sorts tags by frequency, most frequent first; equally frequent ones by name. */
export function byFrequency(tags: readonly CollectedTag[]): CollectedTag[] {
	return tags.toSorted(
		(a, b) => b.positions.length - a.positions.length || (a.name < b.name ? -1 : 1),
	);
}
