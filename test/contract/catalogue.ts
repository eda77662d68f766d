/** The catalogue behind the contract table: 23 booms, then clips with special names or media. */
import { named, type RawInstant } from "../fixtures/published.ts";

const BOOMS = Array.from({ length: 23 }, (_, i) => `Boom ${i + 1}`);

/** Slugs of the booms, in catalogue order. */
export const BOOM_SLUGS = BOOMS.map((_, i) => `clip-${i}`);

const SPECIAL: readonly RawInstant[] = [
	{
		name: 'Café "au" <b>lait</b>',
		slug: "cafe_au-lait",
		sound: "/media/sounds/café (1).mp3",
		color: "aBcDeF",
		image: "https://elsewhere.test/media/instants_images/caf%C3%A9.png",
		description: 'one\r\ntwo "quoted"\u2028three \\ http://oracle.test/media/x',
		tags: "coffee, french",
		gain: -6.25,
		duration: 1.5,
	},
	{ name: "a+b & c=d", slug: "a-b-42", sound: "a.mp3", color: "000000" },
	{ name: "!!!", slug: "bangs", sound: "b.mp3", color: "111111" },
	{ name: "日本語テスト", slug: "nihongo", sound: "c.mp3", color: "222222" },
	{ name: "🎉 Party", slug: "party", sound: "d.mp3", color: "333333" },
	{ name: "Don't Panic", slug: "panic", sound: "e.mp3", color: "444444" },
	{ name: "Panic, don't!", slug: "panic-2", sound: "f.mp3", color: "555555" },
	{ name: "Kaboom boom boom", slug: "kaboom", sound: "g.mp3", color: "666666" },
];

/** Removed clips, in the middle and at the end, which must appear in no answer. */
const WITHDRAWN = { slug: "withdrawn", removed: "2026-11-21", reason: "The owner asked for it." };
const WITHDRAWN_LAST = { slug: "withdrawn-last", removed: "2026-11-22" };

/** 31 clips and two removed ones. */
export const CONTRACT_CATALOGUE: readonly RawInstant[] = [
	...named(BOOMS).toSpliced(7, 0, WITHDRAWN),
	...SPECIAL,
	WITHDRAWN_LAST,
];

/** Slugs of the clips, in catalogue order. */
export const ALL_SLUGS = [...named(BOOMS), ...SPECIAL].map(({ slug }) => String(slug));
