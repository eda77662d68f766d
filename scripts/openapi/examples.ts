/** Examples for the document: a catalogue with one clip. */
import type { Instant } from "../contract/instant.ts";
import type { Manifest } from "../tree/manifest.ts";
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
const HASH = "2f4a0c8e6b1d3957a1c3e5f7092b4d6f8192a3b4c5d6e7f80918273645546372";

export const POINTER: Pointer = {
	version: FORMAT_VERSION,
	build: BUILD,
	base_url: BASE,
	media: "local",
	count: 1,
	shards: "4b5c6d7e8f901a2b",
	manifest: { bytes: 1024, sha256: HASH },
};

export const MANIFEST: Manifest = {
	version: FORMAT_VERSION,
	build: BUILD,
	base_url: BASE,
	files: [{ path: "v1/instants/page/1.json", bytes: 251, sha256: HASH }],
};
