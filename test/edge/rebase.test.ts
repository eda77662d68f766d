/**
 * If a tree is served at a different address, its media links point there too. The soundboard changes the links even
 * if a host has already changed them.
 */
import { expect, test } from "vitest";
import type { Instant } from "../../scripts/contract/instant.ts";
import { rebased } from "../../scripts/edge/rebase.ts";

const [BUILT, SERVED] = ["https://built.test/deep", "https://s.test"];

function clipWith(sound: string): Instant {
	const text = { name: "Boom", slug: "boom", description: "", tags: "" };
	return { ...text, sound, color: "FF8800", image: null };
}

test.for([
	[`${BUILT}/media/sounds/boom.mp3`, `${SERVED}/media/sounds/boom.mp3`],
	[`${SERVED}/media/sounds/boom.mp3`, `${SERVED}/media/sounds/boom.mp3`],
	["https://elsewhere.test/media/sounds/boom.mp3", "https://elsewhere.test/media/sounds/boom.mp3"],
] as const)("%s becomes %s", ([sound, moved]) => {
	const home = { base_url: BUILT, media: "local" } as const;
	expect(rebased(clipWith(sound), home, SERVED)).toEqual(clipWith(moved));
});
