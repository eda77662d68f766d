/** Documents of the repository only name files, headings, commands and functions that exist. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import fastGlob from "fast-glob";
import { beforeAll, describe, expect, test } from "vitest";
import { handle } from "../../scripts/edge/handler.ts";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { EXIT } from "../../scripts/mirror/errors.ts";
import { pointerSchema } from "../../scripts/tree/pointer-schema.ts";
import { publishData, temporaryFolder } from "../fixtures/published.ts";
import { filesIn } from "../fixtures/tree-files.ts";

const tree = join(temporaryFolder(), "dist");
const read = (path: string): string => readFileSync(path, "utf8");
const README = read("README.md");

function matches(pattern: RegExp, text: string): string[] {
	return [...text.matchAll(pattern)].map(([, found = ""]) => found);
}

/** The part of the README under a heading. */
function underHeading(title: string): string {
	const [, text = ""] = README.split(`\n## ${title}\n`);
	return text.replace(/\n## .*/s, "");
}

/** The lines of the first code block under a heading of the README. */
function block(title: string): string[] {
	const [, text = ""] = /```\n(.*?)\n```/s.exec(underHeading(title)) ?? [];
	return text.split("\n");
}

/** How GitHub links to the headings of a document. */
function anchorsOf(path: string): string[] {
	return matches(/^#+ (.+)$/gm, read(path)).map((title) =>
		title
			.toLowerCase()
			.replace(/[^\w\- ]/g, "")
			.replaceAll(" ", "-"),
	);
}

const DOCUMENTS = fastGlob.sync(["*.md", "{scripts,test,.github}/**/*.md"], {
	dot: true,
	// Those of the site link to its files: test/site/docs.
	ignore: ["scripts/site/docs/*.md"],
});

describe.for(DOCUMENTS.sort())("%s", (document) => {
	const text = read(document);

	test("links to files and headings that are there", () => {
		const broken = matches(/\]\((?!https?:)([^)]+)\)/g, text).filter((link) => {
			const [path = "", anchor] = link.split("#");
			const file = path === "" ? document : join(dirname(document), path);
			return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
		});
		expect(broken).toEqual([]);
	});

	test("names npm commands that are there", () => {
		const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
		const commands = matches(/npm run (?:--silent )?([a-z:]+)/g, text);
		expect(commands.filter((name) => !(name in scripts))).toEqual([]);
	});
});

describe("what agents read", () => {
	const text = read("AGENTS.md");

	test("names commands and options that are there", () => {
		const rows = [...text.matchAll(/^\| (`.*?) \|/gm)].map(([, commands = ""]) => commands);
		expect(rows.length).toBeGreaterThan(7);
		for (const row of rows) {
			for (const [, name = "", rest = ""] of row.matchAll(/`([a-z]+)([^`]*)`/g)) {
				const script = read(`scripts/${name}.ts`);
				for (const option of matches(/(--[a-z-]+)/g, rest)) expect(script, row).toContain(option);
			}
		}
	});

	test("names every exit code of the mirror", () => {
		const codes = matches(/^\| (\d+) \|/gm, text).map(Number);
		expect(codes).toEqual(expect.arrayContaining(Object.values(EXIT)));
	});
});

describe("the README", () => {
	beforeAll(() => publishData("data", tree, { links: "path" }));

	test("has at most 9,000 bytes", () => {
		expect(statSync("README.md").size).toBeLessThanOrEqual(9000);
	});

	test("lists every host that a tree can be built for", () => {
		const listed = matches(/^\| `([a-z][a-z0-9-]*)` \|/gm, underHeading("Deploying"));
		expect(listed.toSorted()).toEqual(HOSTS.map(({ name }) => name).toSorted());
	});

	test("lists what a build publishes, and nothing else", async () => {
		const listed = block("What is published")
			.flatMap((line) => line.replace(/ {2,}.*/, "").split(", "))
			.map((entry) => entry.replaceAll(".", "\\.").replace(" (\\.gz)", "(\\.gz)?"))
			.map((entry) => entry.replace("/NAME", "/[0-9a-f]{64}").replace("w-boom/", "w-[^/]+/"))
			.map((entry) => entry.replace(/\b[01]\\\.json/, "\\d+\\.json"))
			.map((entry) => new RegExp(`^${entry.replace("…", "")}${/[/…]$/.test(entry) ? "" : "$"}`));
		const paths = filesIn(tree).map(({ path }) => path);
		expect(paths.filter((path) => !listed.some((entry) => entry.test(path)))).toEqual([]);
		expect(listed.filter((entry) => !paths.some((path) => entry.test(path)))).toEqual([]);
	});

	test("has figures of the last run beside others", () => {
		const figures = matches(/^- (.*)$/gm, underHeading("Beside others")).flatMap((line) =>
			matches(/ ([\d,]+(?:\.\d+)?)(?: s| KB| requests|[,.](?: |$))/g, line),
		);
		const page = read("test/bench/FIGURES.md");
		expect(figures.length).toBeGreaterThan(8);
		expect(figures.filter((figure) => !page.includes(`| ${figure} |`))).toEqual([]);
	});

	test("asks the sample catalogue for clips that it has", async () => {
		const queries = matches(/(\?(?:name|tag)=[^\s'`&]+)/g, README);
		expect(queries.length).toBeGreaterThan(1);
		for (const query of queries) {
			const url = `https://clips.example/api/v1/instants/${query}`;
			const request = { method: "GET", url, headers: new Headers() };
			const { body } = await handle(request, folderAsset(tree));
			expect(JSON.parse(String(body)).count, query).toBeGreaterThan(0);
		}
	});
});

describe("how the code works", () => {
	const text = read("scripts/README.md");

	test("has a line for every room", () => {
		const rooms = readdirSync("scripts", { withFileTypes: true }).filter((entry) =>
			entry.isDirectory(),
		);
		const listed = matches(/^ {2}([a-z]+)\/ /gm, text);
		expect(listed.toSorted()).toEqual(rooms.map(({ name }) => name).toSorted());
	});

	test("names files that are there", () => {
		const paths = matches(/`(?!hosts\/NAME)([\w-]+(?:\/[\w.-]+)+)`/g, text);
		expect(paths.length).toBeGreaterThan(20);
		const missing = paths.filter((path) => !existsSync(path) && !existsSync(`scripts/${path}`));
		expect(missing).toEqual([]);
	});

	test("names functions and constants that those files have", () => {
		const named = [...text.matchAll(/`(\w+)`(?:,? (?:and `(\w+)` )?| in )\(?`([\w/-]+\.ts)`/g)];
		expect(named.length).toBeGreaterThan(15);
		const missing = named.flatMap(([, first = "", second = first, path = ""]) =>
			[first, second].filter(
				(name) =>
					!new RegExp(`(?:function\\*?|const|interface|class) ${name}\\b`).test(
						read(`scripts/${path}`),
					),
			),
		);
		expect(missing).toEqual([]);
	});
});

test("the mirror protocol describes every field of the pointer, and no others", () => {
	const protocol = read("scripts/mirror/PROTOCOL.md");
	const [section = ""] = /## The pointer\n[\s\S]*?\n## /.exec(protocol) ?? [];
	const fields = matches(/^\| (`[^|]*`) \|/gm, section).flatMap((names) =>
		matches(/`(\w+)`/g, names),
	);
	expect(fields.toSorted()).toEqual(Object.keys(pointerSchema.shape).toSorted());
});
