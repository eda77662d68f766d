/** What the board computes without a page: views and their addresses, highlights in names, similar names, and where arrow keys lead. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MiniSearch, searchOptions } from "../../scripts/search/minisearch.ts";
import { matchesIn } from "../../scripts/site/board/data/marks.ts";
import { similarNames } from "../../scripts/site/board/data/similar-names.ts";
import { neighbour } from "../../scripts/site/board/parts/keys/neighbour.ts";
import { largestFit } from "../../scripts/site/board/parts/pads/fit.ts";
import { CODES } from "../../scripts/site/board/parts/pads/keys.ts";
import {
	clipUrl,
	HOME,
	parseView,
	placeIn,
	restoredSpan,
	viewUrl,
} from "../../scripts/site/board/state/view.ts";

const ROOT = "https://h.test/repo/";
const view = (query: string) => parseView(ROOT, new URL(query, ROOT));

test.each([
	["", HOME],
	["?name=boom&page=3", { ...HOME, name: "boom", page: 3 }],
	["?name=Drum+Roll#drum_roll", { ...HOME, name: "Drum Roll", clip: "drum_roll" }],
	["?favourites", { ...HOME, favourites: true }],
	["?tag=&tag=drum&tag=very+loud", { ...HOME, tags: ["drum", "very loud"] }],
	["?board=a,B!,,b_1,a", { ...HOME, board: { slugs: ["a", "b_1"], title: "" } }],
	["?board=a&title=++<b>%0A+x", { ...HOME, board: { slugs: ["a"], title: "<b> x" } }],
	["?board=%20&title=Nothing", HOME],
	["?favourites&board=a&tag=b&name=c", { ...HOME, board: { slugs: ["a"], title: "" } }],
	["?page=0", HOME],
	["?page=1.5", HOME],
	["?page=99999999999999999999", HOME],
	["?page=abc#<script>", HOME],
	["#Not-A-Slug", HOME],
	["clips/boom/", { ...HOME, clip: "boom", isClipPage: true }],
	["clips/boom/index.html", { ...HOME, clip: "boom", isClipPage: true }],
	["clips/boom/?name=x&page=3&favourites#bang", { ...HOME, clip: "boom", isClipPage: true }],
	["%63lips/%62oom/", { ...HOME, clip: "boom", isClipPage: true }],
])("the address '%s' is read", (query, expected) => {
	expect(view(query)).toEqual(expected);
});

test("a site in a folder that looks like a clip page's has a front page", () => {
	const root = "https://h.test/clips/repo/";
	expect(parseView(root, new URL(root))).toEqual(HOME);
});

describe("addresses", () => {
	test("leave out defaults", () => {
		expect(viewUrl(ROOT, HOME)).toBe(ROOT);
		expect(viewUrl(ROOT, { ...HOME, favourites: true, page: 2 })).toBe(`${ROOT}?favourites&page=2`);
	});

	test("name a board by its slugs, in readable form", () => {
		const board = { slugs: ["boom", "air-horn"], title: "Show, early" };
		const url = `${ROOT}?board=boom,air-horn&title=Show,+early`;
		expect(viewUrl(ROOT, { ...HOME, board })).toBe(url);
	});

	test("hold at most forty clips of a board, and eighty characters of its title", () => {
		const slugs = Array.from({ length: 41 }, (_, i) => `clip-${i}`);
		const { board } = view(`?board=${slugs}&title=${"🎉".repeat(81)}`);
		expect(board).toEqual({ slugs: slugs.slice(0, 40), title: "🎉".repeat(80) });
	});

	test("lead back to the view they were made from", () => {
		const any = fc.record({
			name: fc.string({ unit: "grapheme" }),
			page: fc.integer({ min: 1, max: 1e9 }),
			favourites: fc.boolean(),
			board: fc.option(
				fc.record({
					slugs: fc.uniqueArray(fc.stringMatching(/^[a-z0-9_-]+$/), {
						minLength: 1,
						maxLength: 40,
					}),
					title: fc.constantFrom("", "Morning show", "a,b & <c>", "🎉".repeat(80)),
				}),
				{ nil: undefined },
			),
			tags: fc.array(fc.string({ unit: "grapheme", minLength: 1 })),
			clip: fc.option(fc.stringMatching(/^[a-z0-9_-]+$/), { nil: undefined }),
			isClipPage: fc.constant(false),
		});
		fc.assert(
			fc.property(any, ({ board, ...rest }) => {
				const shown = board
					? { ...HOME, page: rest.page, clip: rest.clip, board }
					: { ...rest, board };
				expect(parseView(ROOT, new URL(viewUrl(ROOT, shown)))).toEqual(shown);
			}),
		);
	});
});

test.each([
	[true, "https://h.test/repo/clips/drum_roll/"],
	[false, "https://h.test/repo/#drum_roll"],
])("if it is %s that there are clip pages, the link to a clip is %s", (hasPage, link) => {
	expect(clipUrl(ROOT, "drum_roll", hasPage)).toBe(link);
	expect(parseView(ROOT, new URL(link))).toMatchObject({ clip: "drum_roll", isClipPage: hasPage });
});

test.each([
	[1, 1200, 700, 1, 340],
	[7, 1400, 720, 4, 284],
	[12, 370, 640, 4, 83],
	[40, 1400, 720, 10, 101],
])(
	"%i clips in %i by %i pixels have the largest domes in %i columns",
	(clips, width, height, columns, dome) => {
		expect(largestFit(clips, { width, height, gap: 12, rest: 70 }, 340)).toEqual({ columns, dome });
	},
);

test("a board has forty keys, each once", () => {
	expect(new Set(CODES).size).toBe(40);
});

test("history entries of another version of the page are ignored", () => {
	const place = { first: 2, last: 5, page: 3, clip: "boom", top: -7.5 };
	expect(placeIn(place)).toEqual(place);
	expect(placeIn(null)).toBeUndefined();
	expect(placeIn({ first: 1, last: 4 })).toBeUndefined();
});

test.each([
	[1, 60, 60, 1, 60],
	[1, 200, 1, 1, 60],
	[1, 200, 100, 70, 129],
	[1, 200, 199, 141, 200],
	[90, 100, 95, 90, 100],
])("from pages %i to %i, with %i in view, %i to %i are restored", (first, last, page, from, to) => {
	const span = restoredSpan({ first, last, page, clip: "boom", top: 0 });
	expect(span).toEqual({ first: from, last: to });
});

test.each([
	["Drum Roll", "d", ["D"]],
	["Drum Roll", "ro dru", ["Ro", "Dru"]],
	["Conundrum", "drum", []],
	["Boom boom", "boo", ["Boo", "boo"]],
	["Crème brûlée", "creme bru", ["Crème", "brû"]],
	["Cre\u0300me", "cre", ["Cre\u0300"]],
	["Straße", "strass", ["Straß"]],
	["Spider-Man", "spiderm man", ["Spider-M", "Man"]],
	["L’amour toujours", "lamour", ["L’amour"]],
	["L'amour", "l'am amour", ["L'am", "amour"]],
	["Don't", "don’t", ["Don't"]],
	["日本語", "本語", ["本語"]],
	["Song ♪♪", "♪", ["♪"]],
	["<b>Bold</b>", "b", ["b", "B", "b"]],
	["Boom", "", []],
	["Boom", "?!", []],
])("in “%s”, “%s” marks %j", (name, query, expected) => {
	expect(matchesIn(name, query).map(([start, end]) => name.slice(start, end))).toEqual(expected);
});

/** Names to guess from in searches that find nothing. */
const NAMES = [
	..."ACK;Acha;Dc Universe;Room 40;Drum Roll;Drum;Air Horn;Hornet;Boom 44;Crème brûlée;爆発;Thunder;Thud;Thunner;Jazz".split(
		";",
	),
	..."Emotional Damage Remix;Emotional Damage;Emotional Support".split(";"),
];
const index = new MiniSearch(searchOptions);
index.addAll(NAMES.map((name, id) => ({ id, name })));

test.each([
	["drmu", ["Drum", "Drum Roll"]],
	["drmu rol", ["Drum Roll"]],
	["thudner", ["Thunder"]],
	["thunedr", ["Thunder"]],
	["thunnre", ["Thunner"]],
	["bom 44", ["Boom 44"]],
	["hron", ["Air Horn"]],
	["horm", ["Air Horn"]],
	["creme brule", ["Crème brûlée"]],
	["xyzzy", []],
	["zzzz", []],
	["emotoinal damage", ["Emotional Damage", "Emotional Damage Remix"]],
	["emotional dmg", ["Emotional Damage", "Emotional Damage Remix"]],
	["emotional dzg", []],
	["drmu xyzzy", []],
	["44 45", []],
	["404", []],
	["AC/DC", []],
	[Array.from("abcdefghijklm", (letter) => `drum${letter}`).join(" "), []],
])("the names similar to “%s” are %j", (name, expected) => {
	const similar = similarNames(index, name);
	expect(similar.map((found) => found.name)).toEqual(expected);
	expect(similar.map(({ id }) => NAMES[id])).toEqual(expected);
});

/** The tiles are in two rows of three, and one row of two. */
test.each([
	["ArrowRight", 0, 1],
	["ArrowRight", 2, 3],
	["ArrowRight", 7, 7],
	["ArrowLeft", 3, 2],
	["ArrowLeft", 0, 0],
	["ArrowDown", 1, 4],
	["ArrowDown", 3, 6],
	["ArrowDown", 5, 7],
	["ArrowDown", 6, 6],
	["ArrowUp", 7, 4],
	["ArrowUp", 1, 1],
	["Home", 5, 0],
	["End", 0, 7],
	["Enter", 0, undefined],
])("%s moves from %i to %s", (key, from, to) => {
	expect(neighbour(key, from, 8, 3)).toBe(to);
});

test("in a single column or row, arrow keys across it do nothing", () => {
	expect([neighbour("ArrowDown", 0, 2, 1), neighbour("ArrowUp", 1, 2, 1)]).toEqual([1, 0]);
	expect([neighbour("ArrowDown", 1, 3, 5), neighbour("ArrowUp", 1, 3, 5)]).toEqual([1, 1]);
});
