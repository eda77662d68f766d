/** What a search has matched is marked in the names. */
import { expect, test } from "vitest";
import { matchesIn } from "../../../../scripts/site/board/data/marks.ts";

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
