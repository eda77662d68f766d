/** The examples in the document, from a catalogue with one clip. */
import type { Instant } from "../contract/instant.ts";
import { FORMAT_VERSION, type Pointer } from "../tree/pointer.ts";

/** A reserved domain, so that examples never reach a real server. https://www.rfc-editor.org/rfc/rfc6761 */
export const BASE = "https://clips.example";

export const CLIP: Instant = {
	name: "Drum Roll",
	slug: "drum_roll",
	sound: `${BASE}/media/sounds/drum_roll.mp3`,
	color: "8D6E63",
	image: null,
	description: "For the moment before an announcement.",
	tags: "drum, suspense",
};

/** The answer to a search for that clip. */
export const PAGE = { count: 1, next: null, previous: null, results: [CLIP] } as const;

/** The answer to a search without matches. */
export const NO_HIT = { count: 0, next: null, previous: null, results: [] } as const;

const BUILD = "6c0a1b6f0b2c3b1f1d1c5e6d8c8d0a9b7f6e5d4c3b2a190817263544f5e6d7c8";
/** An index file that leads to one file. */
export const INDEX_NODE = { depth: 1, entries: [["drum", "5e6f7a8b9c0d1e2f3a4b5c6d"]] } as const;

export const POINTER: Pointer = {
	build: BUILD,
	version: FORMAT_VERSION,
	base_url: BASE,
	media: "local",
	order: "first",
	count: 1,
	positions: 1,
	average: 2,
	longest: 2,
	bytes: 1024,
	packs: "2f4a0c8e6b1d3957a1c3e5f7",
	search: "092b4d6f8192a3b4c5d6e7f8",
	slugs: "0918273645546372819203a4",
	manifest: "b5c6d7e8f9000102030405a6",
};
