/** Files that cannot be read are reported with the line, and files from any usual editor can be read. */
import { mkdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
	clip,
	type Files,
	folderWith,
	linesOf,
	ndjson,
	problemLines,
	readRecords,
	slugsOf,
	writeFiles,
} from "../fixtures/data-folder.ts";
import { MP3 } from "../fixtures/mp3.ts";

const GOOD = JSON.stringify(clip());
const TWO = ndjson(clip({ slug: "one" }), clip({ slug: "two" }));
const PRETTY = JSON.stringify([clip({ slug: "one" }), clip({ slug: "two" })], null, "\t");

/** Text in which `!` stands for a byte that is not UTF-8. */
function spoilt(text: string): Buffer {
	return Buffer.from(text.replaceAll("!", "\xff"), "latin1");
}

function utf16(text: string): Buffer {
	return Buffer.from(`\ufeff${text}`, "utf16le");
}

const notUtf8 = (byte: string) => `byte 0x${byte} is not valid UTF-8; save the file as UTF-8`;
const UTF16 = "1: is UTF-16; save the file as UTF-8";
const LATIN1 = Buffer.from(JSON.stringify(clip({ name: "Café" })), "latin1");
const CONFLICT = "is a mark of a Git conflict; keep one side, and delete the marks";
const API_PAGE = "is a page of an API; add its clips with npm run import -- URL";
const DEEP =
	"is nested more than 100 levels deep; write records as flat objects of texts and numbers";
/** So deep that a parser which calls itself would overflow the stack. */
const NESTED = GOOD.replace("}", `,"tags":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
const NO_CLIPS = "is empty; for an empty catalogue, write []";
const NO_LINES = "is empty; delete it, or put back what it held";

describe("the right line is reported for a file that is", () => {
	test.for<readonly [string, Files, ...string[]]>([
		["empty, .json", { "a.json": "" }, `a.json: ${NO_CLIPS}`],
		["empty, .ndjson", { "a.ndjson": "" }, `a.ndjson: ${NO_LINES}`],
		["blank, .jsonl", { "a.jsonl": " \r\n\n", "b.ndjson": TWO }, `a.jsonl: ${NO_LINES}`],
		[
			"not UTF-8, .ndjson, in two lines",
			{ "a.ndjson": spoilt(`${GOOD}\n"!"\n\n{"name":"!"}\n`) },
			`a.ndjson:2: ${notUtf8("ff")}`,
			`a.ndjson:4: ${notUtf8("ff")}`,
		],
		["Latin-1", { "a.ndjson": LATIN1 }, `a.ndjson:1: ${notUtf8("e9")}`],
		["UTF-16, .json", { "a.json": utf16(PRETTY) }, `a.json:${UTF16}`],
		["nested, .ndjson", { "a.ndjson": `${GOOD}\n${NESTED}\n` }, `a.ndjson:2: ${DEEP}`],
		["nested, .json", { "a.json": `[\n${GOOD},\n${NESTED}]` }, `a.json: ${DEEP}`],
		["UTF-16, .ndjson", { "a.ndjson": utf16(TWO) }, `a.ndjson:${UTF16}`],
		["half merged, .ndjson", { "a.ndjson": `${GOOD}\n=======\n` }, `a.ndjson:2: ${CONFLICT}`],
		["half merged, .json", { "a.json": `[\n<<<<<<< HEAD\n${GOOD}]` }, `a.json:2: ${CONFLICT}`],
		["an answer of the API", { "a.json": '{"count":0,"results":[]}' }, `a.json: ${API_PAGE}`],
	])("%s", async ([, files, ...said]) => {
		expect(await problemLines(files)).toEqual(said);
	});
});

describe("broken JSON gets a message of one line, with the line of the error:", () => {
	const ARRAY =
		'expected an array of instants or one instant (for one instant per line, use ".ndjson")';
	const OBJECT = "expected one JSON object per line";
	test.for<readonly [string, Files, string, string]>([
		["an extra comma", { "a.json": "[\n{},\n{},\n]\n\n\n" }, "a.json:4", ARRAY],
		["an early end of file", { "a.json": '[\n{"name":\n' }, "a.json:3", ARRAY],
		["a missing comma", { "a.json": '[\n{"name":"a"\n"slug":"b"}]\n' }, "a.json:3", ARRAY],
		["a comment", { "a.json": "// mine\n[\n]\n" }, "a.json:1", ARRAY],
		["brackets without an end", { "a.json": "[".repeat(200_000) }, "a.json:1", ARRAY],
		["two records in a line", { "a.ndjson": GOOD + GOOD }, "a.ndjson:1", OBJECT],
		["NDJSON in a .json file", { "a.json": TWO }, "a.json:2", ARRAY],
		["half a line", { "a.ndjson": `${GOOD}\n${GOOD.slice(0, 20)}\n` }, "a.ndjson:2", OBJECT],
		[
			"a byte-order mark inside a file",
			{ "a.ndjson": `${GOOD}\n\ufeff${GOOD}` },
			"a.ndjson:2",
			OBJECT,
		],
	])("%s", async ([, files, place, expected]) => {
		const lines = await problemLines(files);
		expect(lines).toHaveLength(1);
		const [head, ...rest] = (lines[0] ?? "").split(": is not JSON: ");
		expect(head).toBe(place);
		expect(rest.join("")).toMatch(/^[^\n]+; expected /);
		expect(rest.join("").endsWith(`; ${expected}`)).toBe(true);
	});
});

describe("two clips can be read from", () => {
	test.for<readonly [string, Files]>([
		["lines", { "a.ndjson": TWO }],
		["lines with a byte-order mark", { "a.ndjson": `\ufeff${TWO}` }],
		["lines with CRLF", { "a.ndjson": TWO.replaceAll("\n", "\r\n") }],
		[
			"lines with blank ones between",
			{ "a.ndjson": `\n \t\r\n${TWO.replace("\n", "\n\n\r\n")}\n` },
		],
		["lines in a .jsonl file", { "a.jsonl": TWO }],
		["a pretty array", { "a.json": PRETTY }],
		["an array with a byte-order mark", { "a.json": `\ufeff${PRETTY}` }],
		[
			"two files of one clip",
			{ "1.json": TWO.split("\n")[0] ?? "", "2.json": TWO.split("\n")[1] ?? "" },
		],
		["lines beside a file among the media", { "a.ndjson": TWO, "media/a.json": "{" }],
	])("%s", async ([, files]) => {
		const catalogue = await readRecords(folderWith(files), "remote");
		expect(slugsOf(catalogue)).toEqual(["one", "two"]);
		expect(catalogue.warnings).toEqual([]);
	});
});

test.for<readonly [string, Files, string]>([
	["no files", {}, ""],
	["hidden files", { ".a.json": "[]", ".git/b.json": "[]", "media/c.json": "[]" }, ""],
	["a spreadsheet", { "clips.csv": "boom" }, "; other files, such as clips.csv, are not read"],
])("a folder with %s is an empty catalogue, with a warning", async ([, files, hint]) => {
	const folder = folderWith(files);
	const { records, warnings } = await readRecords(folder, "remote");
	expect(records).toEqual([]);
	expect(linesOf(warnings, dirname(folder))).toEqual([
		`${basename(folder)}: has no .json, .ndjson or .jsonl files, so the catalogue is empty${hint}`,
	]);
});

test("files beside those of the catalogue are listed as ignored", async () => {
	const others = {
		"a b.txt": "",
		"clips2.txt": "",
		"c.json5": "",
		"d/e.txt": "",
		"site.json": "{}",
	};
	const folder = folderWith({ "MORE.JSON": "[]", ...others });
	expect(linesOf((await readRecords(folder, "remote")).warnings, dirname(folder))).toEqual([
		`${basename(folder)}: ignored, because they are not .json, .ndjson or .jsonl files: "a b.txt", "c.json5", "clips2.txt" and 1 more`,
	]);
});

test("links to catalogue files and to folders are refused, and other links are ignored", async () => {
	const folder = folderWith({ "a.ndjson": TWO, "sub/notes.txt": "" });
	const elsewhere = folderWith({ "b.ndjson": ndjson(clip()) });
	symlinkSync(join(elsewhere, "b.ndjson"), join(folder, "b.ndjson"));
	symlinkSync("nowhere", join(folder, "sub/c.JSON"));
	symlinkSync(elsewhere, join(folder, "more"));
	symlinkSync("sub/notes.txt", join(folder, "readme"));
	symlinkSync("nowhere", join(folder, "nothing"));
	symlinkSync("loop", join(folder, "loop"));
	expect(await problemLines(folder)).toEqual(
		["b.ndjson", "loop", "more", "sub/c.JSON"].map(
			(name) => `${name}: is a symbolic link; put the file or folder itself there`,
		),
	);
});

test.for(["back\\slash", "[a]*{b,c}(d)?!"])("a data folder may be named %s", async (name) => {
	const folder = join(folderWith({}), name);
	mkdirSync(folder);
	writeFiles(folder, { "x\\y.ndjson": TWO, "media/sounds/boom.mp3": MP3 });
	expect(slugsOf(await readRecords(folder, "local"))).toEqual(["one", "two"]);
});

test.for(["nowhere", "a.json", "a.json/below"])(
	"a data folder that is not a folder is refused: %s",
	async (name) => {
		const folder = join(folderWith({ "a.json": "[]" }), name);
		expect(await problemLines(folder)).toEqual([
			`${folder}: is not a folder; set --data to the folder of the catalogue, or make one with npm run init`,
		]);
	},
);
