/** The code samples in the documentation run as they are shown, except for the address. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { startPreview } from "../../../scripts/hosts/server/preview.ts";
import { pointerJson } from "../../../scripts/publish/manifest-writer.ts";
import {
	LANGUAGES,
	type Language,
	languagesOf,
	sampleText,
	TOPICS,
} from "../../../scripts/site/docs/samples.ts";
import type { Pointer } from "../../../scripts/tree/pointer.ts";
import { sha256, storePath } from "../../../scripts/tree/store.ts";
import { testServer } from "../../contract/over-http.ts";
import {
	named,
	publishRecords,
	type RawInstant,
	temporaryFolder,
} from "../../fixtures/published.ts";
import { textOf } from "../../fixtures/tree-files.ts";
import { CURL, PYTHON, skipping } from "../../hosts/tools.ts";

/** A catalogue in which positions are not line numbers, because a clip was removed. */
function records(horns: number): RawInstant[] {
	const names = Array.from({ length: horns }, (_, i) => `Horn ${i}`);
	const [drum, ...others] = named(["Drum Roll", ...names]);
	const removed = { slug: "boom", removed: "2026-11-21" };
	return [removed, { ...drum, slug: "drum_roll" }, ...others];
}

const preview = testServer(async () => startPreview((await publishRecords(records(25))).folder, 0));

/** The languages of programs; browsers run the other samples. */
type Runnable = Exclude<Language, { title: "HTML" }>;
const RUNNABLE = LANGUAGES.filter((language): language is Runnable => language.title !== "HTML");

const PROGRAMS: Readonly<Record<Runnable["title"], string>> = {
	curl: "sh",
	JavaScript: process.execPath,
	Python: "python3",
};

const NEEDS = {
	curl: skipping(CURL),
	JavaScript: { skip: false, title: "JavaScript (Node)" },
	Python: skipping(PYTHON),
} as const;

/** Imports a module over HTTP, which browsers can and Node cannot. */
const IMPORT_OVER_HTTP = `const importOverHttp = async (url) =>
	import("data:text/javascript," + encodeURIComponent(await (await fetch(url)).text()));\n`;

/** Runs a sample in a folder and returns what it prints. */
async function run(
	topic: string,
	language: Runnable,
	folder: string,
	{ origin } = preview,
	args: readonly string[] = [],
): Promise<string> {
	const text = sampleText(`${topic}.${language.extension}`, origin);
	const code =
		topic === "offline" && language.title === "JavaScript"
			? IMPORT_OVER_HTTP + text.replace("await import(", "await importOverHttp(")
			: text;
	const file = join(folder, `sample.${language.extension}`);
	writeFileSync(file, code);
	const options = { cwd: folder, maxBuffer: Number.POSITIVE_INFINITY };
	const { stdout } = await promisify(execFile)(PROGRAMS[language.title], [file, ...args], options);
	return stdout.trim();
}

const DRUM_ROLL = /^\{"name":"Drum Roll".*$/;
const ANY = /^(?:Drum Roll|Horn \d+)$/;
const ALL = /^Drum Roll http\S+\n(?:Horn \d+ http\S+\n?){25}$/;

/** The output of each sample with curl, JavaScript and Python; two patterns where a second run in the same folder prints something else. */
const EXPECTED: Readonly<Record<string, readonly (RegExp | readonly RegExp[])[]>> = {
	page: [/^\{"count":26.*\n\{"count":26.*\n\{"count":26.*"Horn 24".*$/, ALL, ALL],
	search: [/^\{"count":1,.*"name":"Drum Roll"/, /^1 Drum Roll$/, /^1 Drum Roll$/],
	autocomplete: [/^"slug":"drum_roll"$/, /^Drum Roll drum_roll$/, /^Drum Roll drum_roll$/],
	random: [/^\{"name":"(?:Drum Roll|Horn \d+)",.*\}$/, ANY, ANY],
	clip: [DRUM_ROLL, /^http\S+\/clip-0.mp3$/, /^http\S+\/clip-0.mp3$/],
	cache: [[/^200$/, /^304$/], /^304 26$/, /^304 not changed$/],
	errors: [/^\{"detail":"Invalid page."\}\n404$/, /^404 Invalid page.$/, /^404 Invalid page.$/],
	bulk: [/^26$/, /^26$/, /^26$/],
	offline: [DRUM_ROLL, DRUM_ROLL, /^Drum Roll$/],
	store: [/^\{"name":"Drum Roll",.*\}\n(?:\{"name":"Horn \d+",.*\}\n?){25}$/, DRUM_ROLL, DRUM_ROLL],
};

test("every sample has the expected languages", () => {
	expect(languagesOf("player").map(({ title }) => title)).toEqual(["HTML"]);
	expect(languagesOf("bot").map(({ title }) => title)).toEqual(["JavaScript", "Python"]);
	for (const topic of Object.keys(EXPECTED)) {
		expect(languagesOf(topic), topic).toEqual(RUNNABLE);
	}
	expect(Object.keys(EXPECTED)).toHaveLength(TOPICS.length - 2);
});

describe.for(RUNNABLE)("$title", (language) => {
	const { skip, title } = NEEDS[language.title];

	test.skipIf(skip).for(Object.entries(EXPECTED))(`%s, run by ${title}`, async ([topic, all]) => {
		const folder = temporaryFolder();
		const expected = all[RUNNABLE.indexOf(language)] ?? [];
		for (const printed of expected instanceof RegExp ? [expected] : expected) {
			expect(await run(topic, language, folder)).toMatch(printed);
		}
	});

	if (!languagesOf("bot").includes(language)) return;
	test.skipIf(skip)(`the whole bot, run by ${title}`, async () => {
		const said = (...args: string[]) => run("bot", language, temporaryFolder(), preview, args);
		expect(await said("search", "drum", "roll")).toMatch(/^Drum Roll http\S+\/clip-0.mp3$/);
		expect(await said("search", "nothing")).toBe("There is no such clip.");
		expect((await said("complete", "hor")).split("\n")).toHaveLength(10);
		expect(await said("random")).toMatch(/^(?:Drum Roll|Horn \d+) http\S+$/);
		expect(await said("play", "drum_roll")).toMatch(/^Drum Roll http/);
		for (const slug of ["boom", "a/b"])
			expect(await said("play", slug)).toBe("There is no such clip.");
	});
});

/** Puts a level between the root and the packs of a tree, as large catalogues have. */
async function deepen(folder: string): Promise<string> {
	const pointer: Pointer = JSON.parse(textOf(folder, "latest.json"));
	const fileOf = (name: string): string => join(folder, storePath("packs", name));
	const store = async (depth: number, entries: unknown[]): Promise<string> => {
		const text = `${JSON.stringify({ depth, entries })}\n`;
		const name = await sha256(text);
		writeFileSync(fileOf(name), text);
		return name;
	};
	const { entries } = JSON.parse(readFileSync(fileOf(pointer.packs), "utf8")) as {
		entries: [number, string, number][];
	};
	expect(entries.length).toBeGreaterThan(2);
	const above = await Promise.all(
		entries.map(async (entry) => [entry[0], await store(1, [entry]), entry[2]]),
	);
	const changed = { ...pointer, packs: await store(2, above) };
	writeFileSync(join(folder, "latest.json"), await pointerJson(changed));
	return folder;
}

describe("where the store has an additional level of index files,", () => {
	const HORNS = 120;
	const deep = testServer(async () => {
		const { folder } = await publishRecords(records(HORNS).reverse(), { pages: "none" });
		return startPreview(await deepen(folder), 0);
	});
	const everyName = Array.from({ length: HORNS }, (_, i) => `Horn ${HORNS - 1 - i}`);

	test.for(RUNNABLE)("$title reads it", async (language, { skip }) => {
		skip(NEEDS[language.title].skip);
		const rows = (await run("store", language, temporaryFolder(), deep)).split("\n");
		const expected = language.title === "curl" ? [...everyName, "Drum Roll"] : ["Drum Roll"];
		expect(rows.map((row) => JSON.parse(row).name)).toEqual(expected);
	});
});

test("a page of any origin may import the search module", async () => {
	const { headers } = await fetch(`${preview.origin}/v1/instants/minisearch/minisearch.js`);
	expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
	expect(headers.get("Content-Type")).toMatch(/^(text|application)\/javascript/);
});
