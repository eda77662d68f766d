/** The contract's catalogue: 23 booms, clips with special names or media, and two removed clips. */
import type { RawInstant } from "../fixtures/published.ts";
import { PREAMBLE } from "./cases.ts";

export const CONTRACT_CATALOGUE: readonly RawInstant[] = PREAMBLE.split("\n")
	.filter((line) => line.startsWith(`{"`))
	.map((line) => JSON.parse(line));

const CLIPS = CONTRACT_CATALOGUE.filter((record) => !("removed" in record));

/** Slugs of the clips, in catalogue order. */
export const ALL_SLUGS = CLIPS.map(({ slug }) => String(slug));

/** Slugs of the booms. */
export const BOOM_SLUGS = ALL_SLUGS.filter((slug) => /^clip-\d+$/.test(slug));
