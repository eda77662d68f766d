/** A search that finds nothing shows names with a similar spelling. */
import { expect, test } from "vitest";
import { MiniSearch, searchOptions } from "../../../../scripts/search/minisearch.ts";
import { similarNames } from "../../../../scripts/site/board/data/similar-names.ts";

const NAMES = [
	"Drum Roll",
	"Drum",
	"Air Horn",
	"Hornet",
	"Boom 44",
	"Crème brûlée",
	"爆発",
	"Thunder",
	"Thud",
	"Thunner",
	"Jazz",
	"Emotional Damage Remix",
	"Emotional Damage",
	"Emotional Support",
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
	[Array.from("abcdefghijklm", (letter) => `drum${letter}`).join(" "), []],
])("the names similar to “%s” are %j", (name, expected) => {
	const similar = similarNames(index, name);
	expect(similar.map((found) => found.name)).toEqual(expected);
	expect(similar.map(({ id }) => NAMES[id])).toEqual(expected);
});
