/** The code samples of the docs page run as they are shown, except for the address. */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Preview, startPreview } from "../../../scripts/preview/server.ts";
import {
	LANGUAGES,
	type Language,
	sampleText,
	TOPICS,
	type Topic,
} from "../../../scripts/site/docs/samples.ts";
import { named, publishRecords, temporaryFolder } from "../../fixtures/published.ts";
import { filesIn } from "../../fixtures/tree-files.ts";
import { CURL, PYTHON, skipping } from "../../hosts/tools.ts";

const NAMES = ["Drum Roll", ...Array.from({ length: 25 }, (_, i) => `Horn ${i}`)];
const COUNT = NAMES.length;

const parent = temporaryFolder();
let tree: string;
let preview: Preview;
beforeAll(async () => {
	tree = (await publishRecords(named(NAMES), { parent })).folder;
	preview = await startPreview(tree, 0);
});
afterAll(() => preview.stop());

const PROGRAMS: Readonly<Record<Language["id"], string>> = {
	curl: "sh",
	javascript: process.execPath,
	python: "python3",
};

const NEEDS = {
	curl: skipping(CURL),
	javascript: { skip: false, title: "JavaScript (Node)" },
	python: skipping(PYTHON),
} as const;

/** What browsers do and Node does not: import a module over HTTP. */
const IMPORT_OVER_HTTP = `const importOverHttp = async (url) =>
	import("data:text/javascript," + encodeURIComponent(await (await fetch(url)).text()));\n`;

/** Runs a sample in a folder and gives what it prints. */
async function run(topic: Topic, language: Language, folder: string): Promise<string> {
	const text = sampleText(topic, language, preview.origin);
	const code =
		topic === "offline" && language.id === "javascript"
			? IMPORT_OVER_HTTP + text.replace("await import(", "await importOverHttp(")
			: text;
	const file = join(folder, `sample.${language.extension}`);
	writeFileSync(file, `${code}\n`);
	const { stdout } = await promisify(execFile)(PROGRAMS[language.id], [file], { cwd: folder });
	return stdout.trim();
}

/** What each sample must print; two patterns where a second run in the same folder prints something else. */
const EXPECTED: Readonly<
	Record<Topic, Readonly<Record<Language["id"], RegExp | readonly RegExp[]>>>
> = {
	page: {
		curl: /^\{"count":26.*\n\{"count":26.*\n\{"count":26.*"Horn 24".*$/,
		javascript: /^Drum Roll http\S+\n(?:Horn \d+ http\S+\n?){25}$/,
		python: /^Drum Roll http\S+\n(?:Horn \d+ http\S+\n?){25}$/,
	},
	search: {
		curl: /^\{"count":1,.*"name":"Drum Roll"/,
		javascript: /^1 Drum Roll$/,
		python: /^1 Drum Roll$/,
	},
	cache: {
		curl: [/^200$/, /^304$/],
		javascript: /^304 26$/,
		python: /^304 not changed$/,
	},
	errors: {
		curl: /^\{"detail":"Invalid page."\}\n404$/,
		javascript: /^404 Invalid page.$/,
		python: /^404 Invalid page.$/,
	},
	bulk: { curl: /^26$/, javascript: /^26$/, python: /^26$/ },
	offline: { curl: /^\{"name":"Drum Roll".*$/, javascript: /^Drum Roll$/, python: /^Drum Roll$/ },
	mirror: { curl: /^complete$/, javascript: /^complete$/, python: /^complete$/ },
};

describe.for([...LANGUAGES])("$title", (language) => {
	const { skip, title } = NEEDS[language.id];

	test.skipIf(skip).for([...TOPICS])(`%s, run by ${title}`, async (topic) => {
		const folder = mkdtempSync(join(parent, "sample-"));
		const expected = EXPECTED[topic][language.id];
		for (const printed of expected instanceof RegExp ? [expected] : expected) {
			expect(await run(topic, language, folder)).toMatch(printed);
		}
	});

	test.skipIf(skip)(`copies the tree, run by ${title}`, async () => {
		const folder = mkdtempSync(join(parent, "mirror-"));
		await run("mirror", language, folder);
		const isShell = language.id === "curl";
		const copied = filesIn(isShell ? folder : join(folder, "mirror"));
		const wanted = filesIn(tree).filter(({ path }) => !isShell || path.startsWith("v1/"));
		expect(copied).toEqual(expect.arrayContaining(wanted));
		expect(wanted.length).toBeGreaterThan(COUNT / 10);
	});
});

test("a page of any origin may import the search module", async () => {
	const { headers } = await fetch(`${preview.origin}/v1/instants/minisearch/minisearch.js`);
	expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
	expect(headers.get("Content-Type")).toMatch(/^(text|application)\/javascript/);
});
