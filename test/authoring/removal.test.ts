/** A removal replaces the records of clips and not one other byte, or changes nothing at all. */
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { removeClips } from "../../scripts/authoring/removal.ts";
import { clip, type Files, folderWith, ndjson, problemLines } from "../fixtures/data-folder.ts";
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
		chmodSync(join(data, name), 0o600);
		await removeClips(data, ["b"], { date });
		expect(statSync(join(data, name)).mode & 0o777).toBe(0o600);
		expect(readFileSync(join(data, name), "utf8")).toBe(text.replace(record, REMOVED));
		expect(filesIn(data).map(({ path }) => path)).toEqual([name, "b.json"].sort());
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

test("what the clips were is returned", async () => {
	const data = folderWith({ "a.ndjson": ndjson(clip({ slug: "a" }), clip({ slug: "b" })) });
	const file = join(data, "a.ndjson");
	expect(await removeClips(data, ["b", "a", "b"], { date })).toEqual([
		{ slug: "b", name: "Boom", file },
		{ slug: "a", name: "Boom", file },
	]);
	expect(await problemLines(data)).toEqual([]);
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
