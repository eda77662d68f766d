/** Documents of the repository name files, headings and commands that exist. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import fastGlob from "fast-glob";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { instantSchema } from "../../scripts/catalogue/record-schema.ts";
import { command } from "../../scripts/console/command.ts";
import { tooBroad } from "../../scripts/contract/answers.ts";
import { INSTANT_FIELDS } from "../../scripts/contract/instant.ts";
import { handle } from "../../scripts/edge/handler.ts";
import { MAX_READS } from "../../scripts/edge/reads.ts";
import { CLOUDFLARE } from "../../scripts/hosts/cloudflare/host.ts";
import { GITHUB_PAGES } from "../../scripts/hosts/github-pages/host.ts";
import type { Host } from "../../scripts/hosts/host.ts";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { folderAsset } from "../../scripts/hosts/server/folder-asset.ts";
import { VERCEL } from "../../scripts/hosts/vercel/host.ts";
import { DEFAULTS } from "../../scripts/mirror/run.ts";
import { MAX_FILES } from "../../scripts/publish/build-options.ts";
import { COMMON_WORDS } from "../../scripts/publish/precomputed.ts";
import { publishData, temporaryFolder } from "../fixtures/published.ts";

const tree = join(temporaryFolder(), "dist");
const read = (path: string): string => readFileSync(path, "utf8");
const README = read("README.md");

function matches(pattern: RegExp, text: string): string[] {
	return [...text.matchAll(pattern)].map(([, found = ""]) => found);
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
	// Documents of the site link to its files, which test/site/docs checks.
	ignore: ["scripts/site/docs/*.md"],
});

describe.for(DOCUMENTS.sort())("%s", (document) => {
	const text = read(document);

	test("links to existing files and headings", () => {
		const broken = matches(/\]\((?!https?:)([^)]+)\)/g, text).filter((link) => {
			const [path = "", anchor] = link.split("#");
			const file = path === "" ? document : join(dirname(document), path);
			return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
		});
		expect(broken).toEqual([]);
	});

	test("repeats no line, as a merge of both sides may", () => {
		const begun = matches(/^((?:#|- ).{2,40})/gm, text.replace(/[*`]/g, ""));
		expect(begun.filter((line, i) => begun.indexOf(line) < i)).toEqual([]);
	});

	test("names existing npm commands", () => {
		const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
		const commands = matches(/npm run (?:--silent )?([a-z:]+)/g, text);
		expect(commands.filter((name) => !(name in scripts))).toEqual([]);
	});
});

describe("the README", () => {
	beforeAll(() => publishData("data", tree, { runsCode: false }));

	test("has at most 9,000 bytes", () => {
		expect(statSync("README.md").size).toBeLessThanOrEqual(9000);
	});

	test("requests clips that the sample catalogue has", async () => {
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

const COMMANDS = matches(/^\t(\w+): "/gm, read("scripts/instants.ts"));
const HOST_NAMES = HOSTS.map(({ name }) => name);
const rooms = (folder: string): string[] =>
	fastGlob.sync("*", { cwd: folder, onlyDirectories: true });
const TEST_ROOMS = rooms("test").filter((room) => !rooms("scripts").includes(room));

/** Each list in a document: the document, what it lists, the names that it must have, and how it writes a name. */
const LISTS: readonly [string, string, readonly string[], (name: string) => string][] = [
	[
		"README.md",
		"field",
		INSTANT_FIELDS,
		(name) => `^\\| .*\`${name}\`.* \\| (required|optional|) `,
	],
	["scripts/openapi/openapi.json", "field", INSTANT_FIELDS, (name) => `^\t+"${name}": \\{`],
	["scripts/site/templates/llms.txt", "field", INSTANT_FIELDS, (name) => `\`${name}\``],
	["package.json", "command", COMMANDS, (name) => `^\t\t"${name}": "node scripts/run.js`],
	["test/commands/usage.test.ts", "command", COMMANDS, (name) => `^\t['"]${name}: `],
	["README.md", "command", COMMANDS, (name) => `^\\| .*\`npm run ${name}\\b.*\\|`],
	["README.md", "host", HOST_NAMES, (name) => `^\\| \`${name}\` \\|`],
	["AGENTS.md", "field", INSTANT_FIELDS, (name) => `\`${name}\``],
	["AGENTS.md", "command", COMMANDS, (name) => `^\\| .*\`${name}\\b.*\\|`],
	["scripts/hosts/README.md", "host", HOST_NAMES, (name) => `^\\| [^|]+ \\| \`${name}\` \\|`],
	["scripts/site/docs/publish.md", "host", HOST_NAMES, (name) => `^\\| \`${name}\` \\|`],
	[".github/CONTRIBUTING.md", "room of test/", TEST_ROOMS, (name) => `\`${name}\` \\(`],
];

test("lists of fields, commands, hosts and rooms are complete", () => {
	expect(LISTS.filter(([, , names]) => names.length < 3)).toEqual([]);
	const missing = LISTS.flatMap(([file, kind, names, line]) =>
		names
			.filter((name) => !new RegExp(line(name), "m").test(read(file)))
			.map((name) => `add the ${kind} ${name} to ${file}`),
	);
	expect(missing).toEqual([]);
});

test.for(COMMANDS)("documents use only options that %s has", async (name) => {
	const { define } = (await import(
		`../../scripts/${name}.ts`
	)) as typeof import("../../scripts/check.ts");
	const defined = command(name, "");
	define(defined);
	const own = new Set([...defined.options.map(({ long }) => long), "--help", "--silent"]);
	const call = new RegExp(`(?:npm run(?: --silent)?|\\binstants) ${name}((?: [^\`|&#\\n]+)?)`, "g");
	const texts = fastGlob.sync(["*.md", "{scripts,.github}/**/*.md"], { dot: true }).map(read);
	const options = texts
		.flatMap((text) => matches(call, text))
		.flatMap((rest) => matches(/ (--[a-z-]+)/g, rest));
	expect(options.filter((option) => !own.has(option))).toEqual([]);
});

const inWords = (figure: number | undefined): string => figure?.toLocaleString("en") ?? "none";
const { properties } = z.toJSONSchema(instantSchema, { io: "input" });
const mostOf = (field: string): string => inWords(Object(properties?.[field]).maxLength);
const filesOn = (host: Host): string => inWords(host.limits[0]?.files);

/** What documents say about limits, with the numbers from the code. */
const LIMITS: readonly [string, string][] = [
	["README.md", `\`--max-files\` (${inWords(MAX_FILES)}, or the host's limit)`],
	["README.md", `visible, up to ${mostOf("name")} characters`],
	["README.md", `\`-\` and \`_\`, up to ${mostOf("slug")}; unique`],
	["README.md", `| up to ${mostOf("description")} characters |`],
	["README.md", `| comma-separated, up to ${mostOf("tags")} characters |`],
	["scripts/hosts/README.md", `No request reads more than ${MAX_READS} files`],
	["scripts/site/docs/publish.md", `| \`cloudflare\` | Up to ${filesOn(CLOUDFLARE)} files`],
	["scripts/site/docs/publish.md", `| \`vercel\` | Up to ${filesOn(VERCEL)} files`],
	[
		"scripts/mirror/PROTOCOL.md",
		`entries on a level of an index | ${inWords(DEFAULTS.maxFiles)} |`,
	],
	...["scripts/mirror/README.md", "scripts/site/docs/mirror.md"].map((file): [string, string] => [
		file,
		`up to ${inWords(DEFAULTS.maxFiles)} files, and ${DEFAULTS.maxGigabytes} GB`,
	]),
	["scripts/site/docs/bot.md", `${tooBroad(false).body}`],
	["scripts/site/docs/bot.md", `${tooBroad(true).body}`],
	[
		"scripts/site/docs/publish.md",
		`up to ${(GITHUB_PAGES.limits[0]?.bytes ?? 0) / 2 ** 30} GB, for free`,
	],
	["test/bench/SIZE.md", `first pages for the ${COMMON_WORDS} most common words`],
];

test.for(LIMITS)("%s says: %s", ([file, said]) => {
	expect(read(file)).toContain(said);
});

test("a mirror can hold a tree of every size that is listed", () => {
	const [row = ""] = matches(/^\| all files \|(.*)\|$/gm, read("test/bench/SIZE.md"));
	const counts = row.split("|").map((count) => Number(count.replaceAll(",", "")));
	expect(counts).toHaveLength(3);
	for (const count of counts) expect(count).toBeLessThan(DEFAULTS.maxFiles);
});

test("how the code works names existing files", () => {
	const paths = matches(/`(?!hosts\/NAME)([\w-]+(?:\/[\w.-]+)+)`/g, read("scripts/README.md"));
	expect(paths.length).toBeGreaterThan(20);
	expect(paths.filter((path) => !existsSync(path) && !existsSync(`scripts/${path}`))).toEqual([]);
});
