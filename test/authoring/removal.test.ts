/** A removal replaces the records of clips and not one other byte, or changes nothing at all. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { removeClips } from "../../scripts/authoring/removal.ts";
import { clip, type Files, folderWith, ndjson, problemLines } from "../fixtures/data-folder.ts";
import { PNG } from "../fixtures/images.ts";
import { MP3 } from "../fixtures/mp3.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const date = "2026-11-21";
const REMOVED = `{"slug":"b","removed":"${date}"}`;
const LINE = JSON.stringify(clip({ slug: "b" }));
const other = (slug: string): string => JSON.stringify(clip({ slug, name: `ünï ${slug} 🎉` }));

describe("the record is replaced, and all other bytes stay:", () => {
	test.for<readonly [string, string, string, string]>([
		["a line", "a.ndjson", `${other("a")}\n${LINE}\n${other("c")}\n`, LINE],
		["the last line, without an end", "a.jsonl", `${other("a")}\n\n${LINE}`, LINE],
		["a line of Windows, behind a byte-order mark", "a.ndjson", `\ufeff${LINE}\r\n`, LINE],
		["an item of an array", "a.json", `[${other("a")},\n ${LINE} , ${other("c")}]\n`, LINE],
		["the only clip of a file, behind a byte-order mark", "a.json", `\ufeff ${LINE}\n`, LINE],
	])("%s", async ([, name, text, record]) => {
		const data = folderWith({ [name]: text, "b.json": other("z") });
		await removeClips(data, ["b"], { date });
		expect(readFileSync(join(data, name), "utf8")).toBe(text.replace(record, REMOVED));
		expect(filesIn(data).map(({ path }) => path)).toEqual([name, "b.json"].sort());
	});

	test("with the line breaks and the indentation of the record", async () => {
		const text = JSON.stringify([clip({ slug: "a" }), clip({ slug: "b" })], null, "\t");
		const data = folderWith({ "a.json": text.replaceAll("\n", "\r\n") });
		await removeClips(data, ["b"], { date, reason: "said so" });
		const expected = [clip({ slug: "a" }), { slug: "b", removed: date, reason: "said so" }];
		expect(readFileSync(join(data, "a.json"), "utf8")).toBe(
			JSON.stringify(expected, null, "\t").replaceAll("\n", "\r\n"),
		);
	});

	test("for any clips of any files", async () => {
		const slugs = Array.from({ length: 12 }, (_, i) => `c${i}`);
		await fc.assert(
			fc.asyncProperty(
				fc.shuffledSubarray(slugs, { minLength: 1 }),
				fc.constantFrom("\n", "\r\n"),
				async (chosen, end) => {
					const written = (slug: string): string =>
						chosen.includes(slug) ? REMOVED.replace('"b"', `"${slug}"`) : other(slug);
					const texts = (of: (slug: string) => string): Files => ({
						"a.ndjson": slugs.slice(0, 5).map(of).join(end),
						"b.json": `[${slugs.slice(5).map(of).join(`,${end}`)}]`,
					});
					const data = folderWith(texts(other));
					await removeClips(data, chosen, { date });
					for (const [name, text] of Object.entries(texts(written))) {
						expect(readFileSync(join(data, name), "utf8")).toBe(text);
					}
				},
			),
			{ numRuns: 30 },
		);
	});
});

test("what the clip was, and the media that no other clip names, are returned", async () => {
	const data = folderWith({
		"a.ndjson": ndjson(
			clip({ slug: "a", image: "x.png" }),
			clip({ slug: "b", sound: "/media/sounds/own.mp3", image: "x.png" }),
			clip({ slug: "c", sound: "gone.mp3" }),
		),
		"media/sounds/boom.mp3": MP3,
		"media/sounds/own.mp3": MP3,
		"media/instants_images/x.png": PNG,
	});
	const { removed, unused } = await removeClips(data, ["c", "b", "c"], { date });
	const file = join(data, "a.ndjson");
	expect(removed).toEqual([
		{ slug: "c", name: "Boom", file },
		{ slug: "b", name: "Boom", file },
	]);
	expect(unused).toEqual([join(data, "media/sounds/own.mp3")]);
	expect(await problemLines(data, "local")).toEqual([]);
});

test("the file keeps its permissions", async () => {
	const data = folderWith({ "a.ndjson": ndjson(clip()) });
	const mode = (): number => statSync(join(data, "a.ndjson")).mode;
	const before = mode();
	await removeClips(data, ["boom"], { date });
	expect(mode()).toBe(before);
});

describe("nothing changes, and all reasons are given, for", () => {
	const FILES = {
		"a.ndjson": ndjson(clip({ slug: "a" }), { slug: "old", removed: "2020-01-01" }),
		"b.json": JSON.stringify(clip({ slug: "b" })),
	};
	test.for<readonly [string, string[], { date?: string; reason?: string }, Files, RegExp]>([
		["slugs that are not there", ["a", "x", "y"], {}, {}, /^"x": is not .*\n"y": is not the slug /],
		["a clip that was removed", ["old"], {}, {}, /^"old": was already removed on 2020-01-01; /],
		[
			"a wrong date and a wrong reason",
			["a"],
			{ date: "2026-02-30", reason: "\u0007" },
			{},
			/^--date "2026-02-30": must be the day .*\n--reason "\\u0007": contains a control/,
		],
		["a catalogue with problems", ["a"], {}, { "c.json": "" }, /c\.json: is empty/],
	])("%s", async ([, slugs, options, files, said]) => {
		const data = folderWith({ ...FILES, ...files });
		const before = filesIn(data);
		await expect(removeClips(data, slugs, { date, ...options })).rejects.toThrow(said);
		expect(filesIn(data)).toEqual(before);
	});
});
