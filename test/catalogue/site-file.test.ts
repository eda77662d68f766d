/** The site's own file is checked like the clips, and is none of their files. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_SITE } from "../../scripts/contract/site.ts";
import { clip, folderWith, ndjson, problemLines, readRecords } from "../fixtures/data-folder.ts";

function withSite(site: string): string {
	return folderWith({ "clips.ndjson": ndjson(clip()), "site.json": site });
}

test.each([
	["{}", {}],
	[
		'{"title":"Klänge <3","description":"Drück drauf","language":"de-CH","accent":"00aAFF"}',
		{ title: "Klänge <3", description: "Drück drauf", language: "de-CH", accent: "00aAFF" },
	],
	['\ufeff{"title":"One"}', { title: "One" }],
])("%s names the site", async (text, named) => {
	const { site, records } = await readRecords(withSite(text), "remote");
	expect(site).toEqual({ ...DEFAULT_SITE, ...named });
	expect(records).toHaveLength(1);
});

const FIELDS = "title, description, language, accent, license";

describe("a wrong site.json is refused:", () => {
	test.each([
		[
			'{\n"title":" ",\n"accent":"red",\n"colour":"FF0000"\n}',
			[
				'site.json:2 title " ": must not be blank or invisible, because people see it',
				'site.json:3 accent "red": must be six hexadecimal digits without "#", such as "FF8800"',
				`site.json:4 colour: unknown field; the fields are ${FIELDS}`,
			],
		],
		[
			'{"language":"English"}',
			['site.json:1 language "English": must be the tag of a language, such as "en" or "pt-BR"'],
		],
		[
			'{"title":"A","title":"B"}',
			["site.json:1 title: is written twice in one record; keep the one that is meant"],
		],
		[
			"[]",
			[
				`site.json:1 []: the file must hold a JSON object with some of the fields ${FIELDS}, and nothing around it`,
			],
		],
		[
			'[{"title":"A"}]',
			[
				`site.json:1 [{"title":"A"}]: the file must hold a JSON object with some of the fields ${FIELDS}, and nothing around it`,
			],
		],
		["", ["site.json: is empty; delete it, or write {}"]],
		[
			"{title}",
			[
				`site.json:1: is not JSON: invalid symbol at column 2; expected a JSON object with some of the fields ${FIELDS}`,
			],
		],
	])("%j", async (text, lines) => {
		expect((await problemLines(withSite(text))).toSorted()).toEqual(lines.toSorted());
	});

	test("as a folder, or as a link, which is not read", async () => {
		expect(await problemLines(folderWith({ "a.json": "[]", "site.json/a.txt": "" }))).toEqual([
			"site.json: is a folder; rename it, or put a file there",
		]);
		const linked = folderWith({ "a.json": "[]", "wrong.txt": "[]" });
		symlinkSync("wrong.txt", join(linked, "site.json"));
		expect(await problemLines(linked)).toEqual([
			"site.json: is a symbolic link; put the file or folder itself there",
		]);
	});
});
